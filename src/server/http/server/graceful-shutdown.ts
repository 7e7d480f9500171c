import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './http-server.ts';

/** How often idle connections are closed during the shutdown (ms). */
const SWEEP_INTERVAL = 50;

/**
 * How long the shutdown waits for pending requests (ms). Service managers allow more time for the whole shutdown, so
 * enough remains for closing the database.
 */
const SHUTDOWN_TIMEOUT = 7_000;

/**
 * Grace period for idle connections (ms). A client may send a request before it learns of the shutdown, and closing the
 * connection would drop that request. During the grace period, the server answers one more request on each connection
 * and then closes it. A browser repeats a dropped request, so the period for browsers is short. A proxy does not repeat
 * a write, so the period for proxies is longer. It can end, because a proxy rarely reuses a connection that has been
 * idle for long. https://www.rfc-editor.org/rfc/rfc9112#section-9.5
 */
const IDLE_GRACE = { browsers: 250, proxies: 5_000 };

/** How long the shutdown waits at most for a turn of the event loop without new connections (ms). */
const MAX_QUIET_WAIT = 500;

/**
 * The maximum duration of a quick turn of the event loop (ms). After a longer turn, new connections may be waiting to
 * be accepted.
 */
const MAX_QUICK_TURN = 1;

export type ShutdownOptions = {
  /** Whether clients connect through a proxy, whose connections many clients share. */
  proxied?: boolean;
  /** How long to wait for pending requests (ms). Afterwards, their connections are destroyed. */
  timeout?: number;
};

/** The listeners of each server on additional addresses. */
const furtherListeners = new WeakMap<Server, TcpServer[]>();

/** For each server that has stopped listening, a promise that resolves when all its connections are closed. */
const connectionsClosed = new WeakMap<Server, Promise<unknown>>();

/**
 * First step of a graceful shutdown: refuses new connections, but still serves the accepted ones. It must run before
 * Fastify's own steps, which close each connection after its next response. A client whose connection is closed
 * reconnects at once. If the server stopped listening at that moment, the new connection would be reset. Connections
 * that arrive during this step are held until its end, because more would arrive while the server handled them.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  if (!server.listening) return;
  const held: Socket[] = [];
  const handlers = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    held.push(socket);
    // Ignore errors of a held connection, because the client may disconnect meanwhile.
    socket.once('error', () => {});
  });
  await quietTurn(() => held.length);
  const listeners = [server, ...(furtherListeners.get(server) ?? [])];
  connectionsClosed.set(
    server,
    Promise.all(listeners.map((listener) => once(close(listener), 'close'))),
  );
  server.removeAllListeners('connection');
  for (const handler of handlers) server.on('connection', handler);
  for (const socket of held.filter(({ destroyed }) => !destroyed)) {
    server.emit('connection', socket);
  }
}

/**
 * Waits for a quick turn of the event loop in which no connection arrives. Node accepts one connection per turn, and
 * closing a listener resets all connections that are still waiting. The first turn does not count, because it may have
 * begun long ago and not have seen the latest connections.
 * https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
 */
async function quietTurn(countConnections: () => number): Promise<void> {
  const deadline = performance.now() + MAX_QUIET_WAIT;
  await nextTurn();
  for (let isQuiet = false; !isQuiet; ) {
    const before = countConnections();
    const start = performance.now();
    await nextTurn();
    const now = performance.now();
    isQuiet = now > deadline || (countConnections() === before && now - start < MAX_QUICK_TURN);
  }
}

/**
 * Graceful shutdown: `app.close()` waits for pending requests, but not for three kinds of connections that would delay
 * it:
 * - Keep-alive connections without a request. Clients may leave them open for long.
 * - Connections without any data, which browsers open in advance. Node does not count them as idle.
 * - Connections with an incomplete request. Node stops enforcing its request timeout with the first step of the
 * shutdown.
 */
export function gracefulShutdown(
  app: FastifyInstance,
  { proxied = false, timeout = SHUTDOWN_TIMEOUT }: ShutdownOptions = {},
): void {
  const grace = proxied ? IDLE_GRACE.proxies : IDLE_GRACE.browsers;
  const { server } = app;
  closeInOrder(server);
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const hasNoData = ({ bytesRead }: Socket) => bytesRead === 0;
  app.addHook('preClose', async () => {
    await stopListening(app);
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const start = performance.now();
    let silent: Socket[] = [];
    const sweepTimer = setInterval(() => {
      if (performance.now() - start < grace) return;
      server.closeIdleConnections();
      // Destroy a connection only if two sweeps in a row find it without data. Between them, Node has read all data
      // that arrived before the first, so no request from before the shutdown is lost.
      for (const socket of silent.filter(hasNoData)) socket.destroy();
      silent = [...open].filter(hasNoData);
    }, SWEEP_INTERVAL);
    const timeoutTimer = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, timeout);
    await connectionsClosed.get(server);
    clearInterval(sweepTimer);
    clearTimeout(timeoutTimer);
  });
}

/**
 * Makes Node's own call of `close` in a cluster worker a no-op. When the primary disconnects a worker, Node closes all
 * servers of the worker at once, which resets waiting connections. `stopListening` runs later and closes them in order.
 * The callback of `close` is not called either, because it would make Node disconnect the worker from the primary.
 * https://nodejs.org/api/cluster.html#workerdisconnect
 */
function closeInOrder(server: TcpServer): void {
  if (!cluster.isWorker) return;
  const closeNow = server.close.bind(server);
  server.close = (done) => (server.listening ? server : closeNow(done));
}

/**
 * Closes only the listener. An HTTP server's own `close` would also close all idle connections.
 * https://nodejs.org/api/http.html#serverclosecallback
 */
function close(server: TcpServer): TcpServer {
  return TcpServer.prototype.close.call(server);
}

/**
 * Listens on every address of a host name. `localhost`, for example, has an IPv4 and an IPv6 address, but with a
 * `serverFactory`, Fastify listens only on the first. The same server handles connections to all addresses. Like
 * Fastify, this skips an unavailable address.
 */
export async function listenOnOtherAddresses(app: FastifyInstance, host: string): Promise<void> {
  const { server } = app;
  const first = server.address();
  if (first === null || typeof first === 'string') return;
  for (const { address } of await lookup(host, { all: true })) {
    if (address === first.address) continue;
    const listener = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // Hand the connection to the HTTP server. https://nodejs.org/api/http.html#event-connection
      server.emit('connection', socket);
    });
    closeInOrder(listener);
    listener.maxConnections = CONNECTION_LIMITS.maxConnections;
    listener.listen({ host: address, port: first.port });
    const isListening = await once(listener, 'listening').then(
      () => true,
      () => false,
    );
    if (!isListening) continue;
    furtherListeners.set(server, [...(furtherListeners.get(server) ?? []), listener]);
  }
}
