import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';

/** Maximum of connections: enough for two Prometheus servers and manual requests. */
const MAX_CONNECTIONS = 20;

/** Time limit for receiving and sending (ms). */
const TIMEOUT = 5_000;

const LIMITS = {
  headersTimeout: TIMEOUT,
  requestTimeout: TIMEOUT,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: TIMEOUT,
  maxHeaderSize: 8 * 1024,
} as const;

export const METRICS_PATH = '/metrics';

type Options = {
  port: number;
  host: string;
  /** Returns all metrics in Prometheus' text format. */
  read: () => Promise<string>;
  log: Pick<FastifyBaseLogger, 'error'>;
};

export type MetricsServer = {
  /** The actual port, also if the system chose it. */
  port: number;
  close(): Promise<void>;
};

/**
 * Serves `GET /metrics`, and nothing else, on a separate port.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 * @throws the error of `listen` if the port is unavailable
 */
export async function serveMetrics({ port, host, read, log }: Options): Promise<MetricsServer> {
  let reading: Promise<string> | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path !== METRICS_PATH) return refuse(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405);
    }
    // Single-flight: concurrent requests share one read.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const body = Buffer.from(await reading);
    response.writeHead(200, {
      'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
      'content-length': body.length,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  const server = createServer(LIMITS, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'Metrics unavailable; scrape refused');
      refuse(response, 500);
    });
  });
  server.setTimeout(2 * TIMEOUT);
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ port, host });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: 404 | 405 | 500): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' }).end();
}
