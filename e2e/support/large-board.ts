import { openEmbeddedPostgres } from '#server/db/embedded-postgres/open-embedded-postgres.ts';
import { loadBoard } from '../../bench/synthetic/load-board.mjs';
import { test as base } from './fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts';

/** The number of open jobs, as on the board of a city. */
const JOBS = 10_000;

/**
 * Playwright's `test` with a board as large as a city's. The texts, places and pay of its synthetic jobs are as long as
 * real ones. No story changes the board.
 */
export const test = base.extend<object, { server: IsolatedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startIsolatedServer({ DEMO_DATA: 'false' }, 'empty', addJobs);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

async function addJobs(dataDir: string): Promise<void> {
  const database = await openEmbeddedPostgres({ dataDir, purpose: 'command' });
  try {
    const size = { jobs: JOBS, seed: 1, until: new Date() };
    const { signal } = new AbortController();
    await loadBoard(database.connectionString, size, { say: () => {}, signal });
  } finally {
    await database.release();
  }
}
