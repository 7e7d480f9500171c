import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
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
