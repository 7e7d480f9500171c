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

/** Maximum duration of the shutdown for pending requests (ms); the time after it is for closing the database. */
const SHUTDOWN_TIMEOUT = 7_000;

/**
 * Grace period for idle connections (ms). The server still answers a request on an open connection, and then closes it:
 * the client may have sent the request before it learned of the shutdown, and closing would drop it. A browser repeats
 * a dropped request. A proxy does not repeat a write, but rarely reuses a connection that has been idle for long.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.5
 */
const IDLE_GRACE = { browsers: 250, proxies: 5_000 };

/** Under a steady flow of connections, the server waits no longer than this for a quiet moment (ms). */
const MAX_QUIET_WAIT = 500;

/** A turn of the event loop that takes longer than this (ms) may leave new connections unaccepted. */
const MAX_QUICK_TURN = 1;

export type ShutdownOptions = {
  /** Whether clients connect through a proxy, which shares its connections among many of them. */
  proxied?: boolean;
  /** Time for pending requests (ms), after which their connections are destroyed. */
  timeout?: number;
};

/** The listeners of a server on its further addresses. */
const furtherListeners = new WeakMap<Server, TcpServer[]>();

/** For servers that have stopped listening: resolves when all their connections are closed. */
const connectionsClosed = new WeakMap<Server, Promise<unknown>>();

/**
 * First step of a graceful shutdown: refuses new connections, and serves the accepted ones as before. It must run
 * before Fastify's own steps, during which Fastify closes each connection with its next response. A client whose
 * connection is closed reconnects at once, and a server that stopped listening at that moment would reset the new
 * connection. New connections wait until this step ends: while the server handled them, further ones would arrive.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  if (!server.listening) return;
  const held: Socket[] = [];
  const handlers = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    held.push(socket);
    // A client that disconnects meanwhile is no error.
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
 * Waits for a quick turn of the event loop without a new connection. Node accepts one connection per turn, and closing
 * a listener resets the connections that still wait. The first turn does not count: it may have checked for connections
 * long ago.
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
 * Graceful shutdown: `app.close()` waits for pending requests. Three kinds of connections would delay it:
 * - Keep-alive connections, for as long as they stay open.
 * - Connections without any data, which browsers open in advance. Node does not count them as idle.
 * - Incomplete requests. Node stops enforcing its request timeout with the first step of the shutdown.
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
      // Destroy a connection only at the second sweep that finds it without data. Between the two sweeps, Node has read
      // all data that arrived before the first one, so no earlier request is lost.
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
 * In a cluster worker that the primary disconnects, Node closes all servers at once and resets waiting connections.
 * This function makes that call a no-op: `stopListening`, which comes next, closes them in order. The `close` callback
 * is not called either, because Node would then disconnect the worker from the primary.
 * https://nodejs.org/api/cluster.html#workerdisconnect
 */
function closeInOrder(server: TcpServer): void {
  if (!cluster.isWorker) return;
  const closeNow = server.close.bind(server);
  server.close = (done) => (server.listening ? server : closeNow(done));
}

/** Closes only the listener: an HTTP server's own `close` also closes all idle connections. https://nodejs.org/api/http.html#serverclosecallback */
function close(server: TcpServer): TcpServer {
  return TcpServer.prototype.close.call(server);
}

/**
 * Listens on every address of a host name such as `localhost`, which has an IPv4 and an IPv6 address. With a
 * `serverFactory`, Fastify listens only on the first one. The same server handles the connections to all of them. An
 * unavailable address is skipped, as Fastify does.
 */
export async function listenOnOtherAddresses(app: FastifyInstance, host: string): Promise<void> {
  const { server } = app;
  const first = server.address();
  if (first === null || typeof first === 'string') return;
  for (const { address } of await lookup(host, { all: true })) {
    if (address === first.address) continue;
    const listener = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // https://nodejs.org/api/http.html#event-connection
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
