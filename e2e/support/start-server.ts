import { prepareDataDirs } from '#tests/support/prepared-data.ts';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts';

/** Starts the production server that most stories of a run share. */
export default async function startServer(): Promise<() => Promise<void>> {
  // Playwright may be started without a current build.
  buildIfStale();
  const removeDataDirs = await prepareDataDirs();
  const server: IsolatedServer = await startIsolatedServer({ LOG_LEVEL: 'info' });
  // Each worker loads the configuration and the stories again, and both read these variables.
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_DATA_DIR = server.dataDir;
  return async () => {
    await server.stop();
    await removeDataDirs();
  };
}
