import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyServerFactory } from 'fastify';
import { networkOf } from '../rate-limits/client-network.ts';
import { KeyCounter } from '../rate-limits/counter.ts';
import type { ResponseLimiter } from '../rate-limits/response-limits.ts';
import { type Refusal, refuse } from './bare-refusal.ts';

/** Limits of a connection; times in ms. */
export const CONNECTION_LIMITS = {
  /** Time to send all headers. https://nodejs.org/api/http.html#serverheaderstimeout */
  headersTimeout: 10_000,
  /** Time to send a whole request. */
  requestTimeout: 30_000,
  /** How often Node checks these two limits. */
  connectionsCheckingInterval: 1_000,
  /** Time without data in either direction. */
  connectionTimeout: 60_000,
  /** Longer than the idle timeout of a proxy, so that the proxy closes the connection first. */
  keepAliveTimeout: 72_000,
  /** All headers and the URL (bytes). */
  maxHeaderSize: 16 * 1024,
  /**
   * The number of headers; 0 is no limit. Node drops the headers over a limit, and `X-Forwarded-For` could be one of
   * them.
   */
  maxHeadersCount: 0,
  /** Further connections are refused. Each takes about 10 KB. */
  maxConnections: 10_000,
} as const;

/** Connections of one client network. Trusted proxies are exempt: they connect for many clients. */
export const MAX_CONNECTIONS_PER_CLIENT = 2_000;

type Options = { https: boolean; trustProxy: readonly string[]; responses: ResponseLimiter };

/**
 * A server factory for Fastify: adds connection limits, response limits and `serve`, which answers before Fastify.
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
    // Node answers `Expect: 100-continue`. A server may ignore other expectations.
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    server.on('checkExpectation', listener);
    limitConnections(server, options.trustProxy);
    return server;
  };
}

/**
 * Request smuggling: refuses requests that a proxy may parse differently from Node. Node's own refusal of a request
 * without a host lacks the security headers, and it refuses a transfer coding only after it has passed the request on.
 * https://www.rfc-editor.org/rfc/rfc9112#section-11.2
 */
function refuseAmbiguous(listener: RequestListener, options: { https: boolean }): RequestListener {
  return (request, response) => {
    const refusal = ambiguityOf(request);
    if (refusal) refuse(response, refusal, options);
    else listener(request, response);
  };
}

const ONE_HOST = { status: 400, detail: 'Send exactly one Host header.' };
const CHUNKED = { status: 400, detail: 'Unsupported transfer coding. Use chunked.' };

/** Of repeated headers, Node reads the first; a proxy may read the last. */
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
  const connections = new KeyCounter();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address, 0)) return;
    const network = networkOf(address);
    socket.once('close', connections.add(network));
    if (connections.of(network) > MAX_CONNECTIONS_PER_CLIENT) socket.destroy();
  });
}
