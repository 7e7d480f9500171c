import { rm } from 'node:fs/promises';
import { freePort, makeDataDir, run } from '#server/testing/process.ts';

/** The production server on a demo board of its own, for all browser tests of the run. */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const server = run('main', { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' });
  await server.says('Composable Jobs is at');
  // Read by the configuration, which each worker evaluates anew.
  process.env.E2E_BASE_URL = `http://localhost:${port}`;
  return async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}
