import { isIPv6 } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { listenError } from '../errors.ts';
import { METRICS_PATH, type MetricsServer, serveMetrics } from './metrics-server.ts';

type Options = {
  config: Pick<Config, 'metrics'>;
  log: FastifyBaseLogger;
  /** Returns all metrics in Prometheus' text format. */
  read: () => Promise<string>;
};

/**
 * Starts a process and, if configured, a metrics server beside it. Both stop together.
 * @throws StartupError if a setting is the reason that the metrics server cannot listen
 */
export async function withMetricsServer<Process extends { stop(): Promise<void> }>(
  options: Options,
  start: () => Promise<Process>,
): Promise<Process> {
  const server = await listenForMetrics(options);
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

async function listenForMetrics({
  config: { metrics },
  log,
  read,
}: Options): Promise<MetricsServer | undefined> {
  if (!metrics) return undefined;
  try {
    const server = await serveMetrics({ ...metrics, read, log });
    // https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
    const host = isIPv6(metrics.host) ? `[${metrics.host}]` : metrics.host;
    log.info(`Metrics: http://${host}:${server.port}${METRICS_PATH}`);
    return server;
  } catch (error) {
    throw listenError(error, metrics, { port: 'METRICS_PORT', host: 'METRICS_HOST' }) ?? error;
  }
}
