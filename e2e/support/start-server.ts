import { prepareDataDirs } from '#tests/support/prepared-data.ts';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { type OwnServer, startOwnServer } from './isolated-server.ts';

/** The production server on a demo board of its own, for all browser tests of the run. */
export default async function startServer(): Promise<() => Promise<void>> {
  // Of a run of its own, which nothing builds for.
  buildIfStale();
  const removeDataDirs = await prepareDataDirs(['demo']);
  const server: OwnServer = await startOwnServer({ LOG_LEVEL: 'info' });
  // Read by the configuration and by the stories, which each worker evaluates anew.
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_DATA_DIR = server.dataDir;
  return async () => {
    await server.stop();
    await removeDataDirs();
  };
}
