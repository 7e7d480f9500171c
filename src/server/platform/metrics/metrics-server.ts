import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';

/** One Prometheus or two, and a person at `curl`. */
const CONNECTIONS = 20;

/** For whatever comes or goes (ms). */
const TIMEOUT = 5_000;

const LIMITS = {
  headersTimeout: TIMEOUT,
  requestTimeout: TIMEOUT,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: TIMEOUT,
  maxHeaderSize: 8 * 1024,
} as const;

export const METRICS_PATH = '/metrics';

type Given = {
  port: number;
  host: string;
  /** All figures, in Prometheus' text format. */
  read: () => Promise<string>;
  log: Pick<FastifyBaseLogger, 'error'>;
};

export type MetricsServer = {
  /** Also where the system was to choose it. */
  port: number;
  close(): Promise<void>;
};

/**
 * Answers `GET /metrics` on a port of its own, and nothing else. Rejects as `listen` does, where that port cannot be had.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export async function serveMetrics({ port, host, read, log }: Given): Promise<MetricsServer> {
  let reading: Promise<string> | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path !== METRICS_PATH) return refuse(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405);
    }
    // Once for all who ask meanwhile.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const figures = Buffer.from(await reading);
    response.writeHead(200, {
      'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
      'content-length': figures.length,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : figures);
  }

  const server = createServer(LIMITS, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read');
      refuse(response, 500);
    });
  });
  server.setTimeout(2 * TIMEOUT);
  server.maxConnections = CONNECTIONS;
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
