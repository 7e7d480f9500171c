import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createDoor, type Server as Door, type Socket } from 'node:net';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { networkOf } from './caller-network.ts';
import { bareRefusal } from './client-errors.ts';
import { Tally } from './tally.ts';

/** What a connection may cost. Times are in milliseconds. */
export const CONNECTION_LIMITS = {
  /** Who sends slower is let go of. https://nodejs.org/api/http.html#serverheaderstimeout */
  headersTimeout: 10_000,
  /** For a request with its body. */
  requestTimeout: 30_000,
  /** How often the two are looked at. */
  connectionsCheckingInterval: 1_000,
  /** While nothing moves, in either direction. */
  connectionTimeout: 60_000,
  /** Longer than a proxy waits before it takes another connection. */
  keepAliveTimeout: 72_000,
  /** Bytes, with the address. */
  maxHeaderSize: 16 * 1024,
  /** No limit but that: those that were cut off could be the ones that say who calls. */
  maxHeadersCount: 0,
  /** Whoever comes then is not let in. Each takes some ten kilobytes. */
  maxConnections: 10_000,
} as const;

/** From one network, which may be a proxy: so that one alone cannot take them all. */
export const CONNECTIONS_OF_ONE = 2_000;

/**
 * The server that Fastify would make, but for its limits and what answers before it.
 * https://fastify.dev/docs/latest/Reference/Server/#serverfactory
 */
export function serverThrough(
  serve: (handle: RequestListener) => RequestListener,
  options: { https: boolean },
): FastifyServerFactory {
  return (handle) => {
    const { connectionTimeout, maxHeadersCount, maxConnections, ...limits } = CONNECTION_LIMITS;
    const listener = requireOneHost(serve(handle), options);
    const server = createServer({ ...limits, noDelay: true, requireHostHeader: false }, listener);
    server.setTimeout(connectionTimeout);
    server.maxHeadersCount = maxHeadersCount;
    server.maxConnections = maxConnections;
    // A hundred is the one thing that can be expected; other expectations may be passed over.
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    server.on('checkExpectation', listener);
    shareConnections(server);
    return server;
  };
}

/** Node's own refusal carries none of the headers that every answer has. https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function requireOneHost(listener: RequestListener, options: { https: boolean }): RequestListener {
  return (request, response) => {
    const hosts = hostLines(request);
    if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) {
      listener(request, response);
      return;
    }
    const { head, body } = bareRefusal(
      { status: 400, detail: 'The request has to name one host.' },
      options,
    );
    response.writeHead(400, head).end(body);
  };
}

/** Node takes the first of several, where a proxy may have taken the last. */
function hostLines({ rawHeaders }: IncomingMessage): number {
  let lines = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

function shareConnections(server: Server): void {
  const held = new Tally();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    socket.once('close', held.add(network));
    if (held.of(network) > CONNECTIONS_OF_ONE) socket.destroy();
  });
}

/** How often connections that have become idle are looked for while the server stops (ms). */
const SWEEPING_INTERVAL = 50;

/** While the server stops, what is under way has so long (ms), so that the database can be left in order then. */
const STOPPING_TIME = 7_000;

/** Where further addresses of a server let people in. */
const doors = new WeakMap<Server, Door[]>();

/**
 * Waits, when the server stops, for what is under way; a server's end by itself waits for those connections alone
 * that it has let in. A connection that is kept for further requests would hold up the end for as long as it is kept. So
 * would one on which nothing has come yet, as browsers open some ahead: Node does not take it for idle. And of a
 * request whose end does not come nobody would lose patience: Node ends its own watch with the first step of the stop.
 */
export function endConnections(app: FastifyInstance, stoppingTime = STOPPING_TIME): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const isSilent = ({ bytesRead }: Socket) => bytesRead === 0;
  app.addHook('preClose', async () => {
    if (!server.listening) return;
    let silent: Socket[] = [];
    const sweeping = setInterval(() => {
      server.closeIdleConnections();
      // What had come before has been read since.
      for (const socket of silent.filter(isSilent)) socket.destroy();
      silent = [...open].filter(isSilent);
    }, SWEEPING_INTERVAL);
    const cutting = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, stoppingTime);
    const listening = [server, ...(doors.get(server) ?? [])];
    await Promise.all(listening.map((each) => once(each.close(), 'close')));
    clearInterval(sweeping);
    clearTimeout(cutting);
  });
}

/**
 * Of a name such as `localhost`, which stands for an IPv4 and an IPv6 address, Fastify listens on the first
 * alone where the server is not its own. Whoever comes to another is let in to the same server. An address
 * that cannot be had is left out, as Fastify itself does.
 */
export async function listenOnOtherAddresses(app: FastifyInstance, host: string): Promise<void> {
  const { server } = app;
  const first = server.address();
  if (first === null || typeof first === 'string') return;
  for (const { address } of await lookup(host, { all: true })) {
    if (address === first.address) continue;
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // https://nodejs.org/api/http.html#event-connection
      server.emit('connection', socket);
    });
    door.maxConnections = CONNECTION_LIMITS.maxConnections;
    door.listen({ host: address, port: first.port });
    const opened = await once(door, 'listening').then(
      () => true,
      () => false,
    );
    if (opened) doors.set(server, [...(doors.get(server) ?? []), door]);
  }
}
