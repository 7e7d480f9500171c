import { isIPv6 } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import { type Running, whyNotListening } from '#server/listen.ts';
import { METRICS_PATH, type MetricsServer, serveMetrics } from './metrics-server.ts';

type Given = {
  config: Pick<Config, 'metrics'>;
  log: FastifyBaseLogger;
  /** All figures, in Prometheus' text format. */
  read: () => Promise<string>;
};

/**
 * Starts something, and beside it lets Prometheus in where the settings say so, until it is stopped.
 * @throws StartupError where a setting is why that cannot be.
 */
export async function runBesideScrapes(
  given: Given,
  start: () => Promise<Running>,
): Promise<Running> {
  const scrapes = await listenForScrapes(given);
  try {
    const { log, stop } = await start();
    return {
      log,
      async stop() {
        await stop();
        await scrapes?.close();
      },
    };
  } catch (error) {
    await scrapes?.close();
    throw error;
  }
}

async function listenForScrapes({ config, log, read }: Given): Promise<MetricsServer | undefined> {
  const { metrics } = config;
  if (!metrics) return undefined;
  try {
    const server = await serveMetrics({ ...metrics, read, log });
    // https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
    const host = isIPv6(metrics.host) ? `[${metrics.host}]` : metrics.host;
    log.info(`Metrics are at http://${host}:${server.port}${METRICS_PATH}`);
    return server;
  } catch (error) {
    const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
    throw whyNotListening(error, metrics, settings) ?? error;
  }
}
