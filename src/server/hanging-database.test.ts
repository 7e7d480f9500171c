import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Board, startBoard } from './board.ts';
import { readConfig } from './platform/config/config.ts';
import { createJob } from './testing/factories.ts';
import { startNetwork } from './testing/network.ts';
import { makeDataDir } from './testing/process.ts';
import { loadTestBundle, NO_OVERLOAD } from './testing/test-app.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let network: Awaited<ReturnType<typeof startNetwork>>;
let board: Board;
let dataDir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  network = await startNetwork(database.url);
  dataDir = await makeDataDir();
  const config = readConfig({
    DATABASE_URL: network.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
  });
  board = await startBoard(config, pino({ level: 'silent' }), await loadTestBundle(), {
    overloadLimits: NO_OVERLOAD,
  });
});
afterAll(async () => {
  await board.stop();
  await network.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(url: string) {
  const begun = performance.now();
  const { statusCode: status, body } = await board.app.inject({ url });
  return { status, body, took: performance.now() - begun };
}

/** What a network that swallows everything makes everyone wait for, until it is noticed (ms). */
const NOTICED_WITHIN = 9_000;

/** Sooner than any timeout that a statement or a connection has (ms). */
const AT_ONCE = 4_500;

test('a database that hangs is noticed, then whoever needs it is refused at once, until it answers', async () => {
  const { id } = await createJob(database.db, { title: 'Patient Weaver' });
  const pages = ['/jobs', `/api/jobs/${id}`, '/api/companies', '/readyz'];
  for (const page of pages) expect((await ask(page)).status).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    network.hang();
    // More than there are connections: some wait for one.
    const waiting = Array.from({ length: 30 }, () => ask(`/api/jobs/${id}`));
    for (const { status, took } of await Promise.all(waiting)) {
      expect(status).toBe(503);
      expect(took).toBeLessThan(NOTICED_WITHIN);
    }
    for (const page of pages) {
      const { status, took, body } = await ask(page);
      expect([page, status]).toEqual([page, 503]);
      expect(took).toBeLessThan(AT_ONCE);
      expect(body).not.toMatch(/ETIMEDOUT|does not answer:/);
    }
    network.cut();
    for (const page of pages) {
      await expect.poll(async () => (await ask(page)).status).toBe(200);
    }
    expect((await ask(`/api/jobs/${id}`)).body).toContain('Patient Weaver');
  }
});
