import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { listenError } from '../errors.ts';

/** The maximum number of connections. It is enough for two Prometheus servers and for requests by hand. */
const MAX_CONNECTIONS = 20;

/** The time limit for receiving a request and for sending a response (ms). */
const TIMEOUT = 5_000;

const LIMITS = {
  headersTimeout: TIMEOUT,
  requestTimeout: TIMEOUT,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: TIMEOUT,
  maxHeaderSize: 8 * 1024,
} as const;

const METRICS_PATH = '/metrics';

type Options = {
  /** Returns all metrics in Prometheus' text format. */
  read: () => Promise<string>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

export type MetricsServer = {
  /** The port on which the server listens. If the setting is 0, the system has chosen it. */
  port: number;
  close(): Promise<void>;
};

/**
 * Starts a process and, if configured, a metrics server beside it. Both stop together.
 * @throws StartupError if the metrics server cannot listen because of a setting
 */
export async function withMetricsServer<Process extends { stop(): Promise<void> }>(
  { config: { metrics }, ...options }: Options & { config: Pick<Config, 'metrics'> },
  start: () => Promise<Process>,
): Promise<Process> {
  const server = metrics && (await serveMetrics({ ...metrics, ...options }));
  try {
    const running = await start();
    return {
      ...running,
      async stop() {
        await running.stop();
        await server?.close();
      },
    };
  } catch (error) {
    await server?.close();
    throw error;
  }
}

/**
 * Serves `GET /metrics`, and nothing else, on a separate port.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 * @throws StartupError if the server cannot listen because of a setting
 */
export async function serveMetrics({
  port,
  host,
  read,
  log,
}: Options & { port: number; host: string }): Promise<MetricsServer> {
  let reading: Promise<string> | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path !== METRICS_PATH) return refuse(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405);
    }
    // Concurrent requests share one read (single-flight).
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
  await once(server, 'listening').catch((error: unknown) => {
    const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
    throw listenError(error, { port, host }, settings) ?? error;
  });
  const actual = (server.address() as AddressInfo).port;
  // An IPv6 address in a URL needs brackets. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
  log.info(`Metrics: http://${isIPv6(host) ? `[${host}]` : host}:${actual}${METRICS_PATH}`);
  return {
    port: actual,
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
