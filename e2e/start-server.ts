import { type OwnServer, startOwnServer } from './own-server.ts';

/** The production server on a demo board of its own, for all browser tests of the run. */
export default async function startServer(): Promise<() => Promise<void>> {
  const server: OwnServer = await startOwnServer({ LOG_LEVEL: 'info' });
  // Read by the configuration and by the stories, which each worker evaluates anew.
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_DATA_DIR = server.dataDir;
  return server.stop;
}
