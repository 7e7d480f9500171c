import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyServerFactory } from 'fastify';
import { networkOf } from '../rate-limits/client-network.ts';
import { KeyCounter } from '../rate-limits/counter.ts';
import type { ResponseLimiter } from '../rate-limits/response-limits.ts';
import { type Refusal, refuse } from './bare-refusal.ts';

/** Limits of a connection; times are in ms. */
export const CONNECTION_LIMITS = {
  /** The time in which a client must send all headers. https://nodejs.org/api/http.html#serverheaderstimeout */
  headersTimeout: 10_000,
  /** The time in which a client must send a whole request. */
  requestTimeout: 30_000,
  /** How often Node checks the two timeouts above. */
  connectionsCheckingInterval: 1_000,
  /** How long a connection may be open without data in either direction. */
  connectionTimeout: 60_000,
  /**
   * How long a connection may be idle between requests. It is longer than the idle timeout of a proxy, so that the
   * proxy closes the connection first.
   */
  keepAliveTimeout: 72_000,
  /** The maximum size of the URL and all headers (bytes). */
  maxHeaderSize: 16 * 1024,
  /**
   * The maximum number of headers; 0 means no limit. If there were a limit, Node would drop the headers beyond it, and
   * one of them could be `X-Forwarded-For`.
   */
  maxHeadersCount: 0,
  /** The maximum number of connections. Each takes about 10 KB. */
  maxConnections: 10_000,
} as const;

/**
 * The maximum number of connections of one client network. Trusted proxies are exempt, because they connect on behalf
 * of many clients.
 */
export const MAX_CONNECTIONS_PER_CLIENT = 2_000;

type Options = { https: boolean; trustProxy: readonly string[]; responses: ResponseLimiter };

/**
 * A server factory for Fastify. It adds connection limits, response limits and `serve`, which handles requests before
 * Fastify. https://fastify.dev/docs/latest/Reference/Server/#serverfactory
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
    // Node itself answers `Expect: 100-continue`. A server may ignore other expectations.
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    server.on('checkExpectation', listener);
    limitConnections(server, options.trustProxy);
    return server;
  };
}

/**
 * Prevents request smuggling: refuses requests that a proxy may parse differently from Node. Node would refuse them,
 * too, but without the security headers if the host is missing, and too late if the transfer coding is unknown.
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

/** If a header is repeated, Node reads the first one, but a proxy may read the last. */
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
