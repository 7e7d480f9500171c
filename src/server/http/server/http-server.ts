import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyServerFactory } from 'fastify';
import { networkOf } from '../rate-limits/client-network.ts';
import { KeyCounter } from '../rate-limits/counter.ts';
import type { ResponseLimiter } from '../rate-limits/response-limits.ts';
import { type Refusal, refuse } from './bare-refusal.ts';

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

/** Connections of one network, so that it cannot take them all. A trusted proxy is no network: it brings many. */
export const MAX_CONNECTIONS_PER_CLIENT = 2_000;

type Options = { https: boolean; trustProxy: readonly string[]; responses: ResponseLimiter };

/**
 * The server that Fastify would make, but for its limits and what answers before it.
 * https://fastify.dev/docs/latest/Reference/Server/#serverfactory
 */
export function createHttpServer(
  serve: (handle: RequestListener) => RequestListener,
  options: Options,
): FastifyServerFactory {
  return (handle) => {
    const { connectionTimeout, maxHeadersCount, maxConnections, ...limits } = CONNECTION_LIMITS;
    const { ServerResponse, limit } = options.responses;
    const listener = limit(refuseAmbiguous(serve(handle), options));
    const server = createServer(
      { ...limits, noDelay: true, requireHostHeader: false, ServerResponse },
      listener,
    );
    server.setTimeout(connectionTimeout);
    server.maxHeadersCount = maxHeadersCount;
    server.maxConnections = maxConnections;
    // A hundred is the one thing that can be expected; other expectations may be passed over.
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    server.on('checkExpectation', listener);
    limitConnections(server, options.trustProxy);
    return server;
  };
}

/**
 * Refuses what a proxy may read otherwise than Node does. Node's own refusal of a request without a host carries none of
 * the headers that every response has, and that of a transfer coding comes after the request has been handed on.
 * https://www.rfc-editor.org/rfc/rfc9112#section-11.2
 */
function refuseAmbiguous(listener: RequestListener, options: { https: boolean }): RequestListener {
  return (request, response) => {
    const refusal = ambiguityOf(request);
    if (refusal) refuse(response, refusal, options);
    else listener(request, response);
  };
}

const ONE_HOST = { status: 400, detail: 'The request must name one host.' };
const CHUNKED = { status: 400, detail: 'The only transfer coding that is accepted is chunked.' };

/** Of several lines of a header Node takes the first, where a proxy may have taken the last. */
function ambiguityOf({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    if (name?.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (rawHeaders[n + 1]?.toLowerCase() !== 'chunked') return CHUNKED;
    }
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0') ? undefined : ONE_HOST;
}

function limitConnections(server: Server, trustProxy: readonly string[]): void {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const held = new KeyCounter();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address, 0)) return;
    const network = networkOf(address);
    socket.once('close', held.add(network));
    if (held.of(network) > MAX_CONNECTIONS_PER_CLIENT) socket.destroy();
  });
}
