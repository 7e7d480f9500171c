import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type Board, startBoard } from '#server/board.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { loadTestBundle, NO_OVERLOAD } from '#tests/support/test-app.ts';
import { makeDatabase } from '#tests/support/test-database.ts';
import { type MetricsServer, serveMetrics } from '../metrics-server.ts';
import { createRegistry } from '../registry.ts';
import { type Family, parseExposition } from './exposition.ts';

/** The production board over its own database, with a metrics server. */
export type MeteredBoard = {
  app: Board['app'];
  databaseUrl: string;
  dataDir: string;
  /** The origin of the board itself, not of the metrics server. */
  origin: string;
  metrics: MetricsServer;
  scrape(): Promise<Map<string, Family>>;
  /** Requests `/metrics` and returns the body. */
  scrapeText(): Promise<string>;
  close(): Promise<void>;
};

export async function startMeteredBoard(
  settings: Record<string, string> = {},
): Promise<MeteredBoard> {
  const { url, drop } = await makeDatabase();
  const dataDir = await makeDataDir();
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    METRICS_PORT: '0',
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });
  const logger = pino({ level: 'silent' });
  const registry = createRegistry();
  const board = await startBoard(config, logger, await loadTestBundle(), {
    registry,
    overloadLimits: NO_OVERLOAD,
  });
  await board.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = board.app.server.address() as AddressInfo;
  const metrics = await serveMetrics({
    port: 0,
    host: '127.0.0.1',
    read: () => registry.metrics(),
    log: logger,
  });
  const scrapeText = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  return {
    app: board.app,
    databaseUrl: url,
    dataDir,
    origin: `http://127.0.0.1:${port}`,
    metrics,
    scrapeText,
    scrape: async () => parseExposition(await scrapeText()),
    async close() {
      await metrics.close();
      await board.stop();
      await removeFolder(dataDir);
      await drop();
    },
  };
}
