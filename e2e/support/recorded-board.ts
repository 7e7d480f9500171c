import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#tests/support/process.ts';
import { test as base } from './fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts';

/** The folder of recorded job boards of real companies, if there is one. */
export const { REAL_FEEDS } = process.env;

/** Playwright's `test` with a board that contains the recorded jobs of real companies. No story changes the board. */
export const test = base.extend<object, { server: IsolatedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startIsolatedServer({ DEMO_DATA: 'false' }, 'empty', importFeeds);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

async function importFeeds(dataDir: string): Promise<void> {
  const folder = REAL_FEEDS ?? '';
  const files = readdirSync(folder).map((file) => join(folder, file));
  const imported = run('import', { DATA_DIR: dataDir }, files);
  const exitCode = await imported.ended;
  if (exitCode !== 0) throw new Error(imported.output());
}
