import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob } from '#tests/support/factories.ts';
import { startNetwork } from '#tests/support/network.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { loadTestBundle, NO_OVERLOAD } from '#tests/support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Board, startBoard } from './board.ts';
import { readConfig } from './platform/config/config.ts';

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
  await removeFolder(dataDir);
});

async function request(url: string) {
  const startedAt = performance.now();
  const { statusCode: status, body } = await board.app.inject({ url });
  return { status, body, duration: performance.now() - startedAt };
}

/** The maximum time until the server detects that the database hangs (ms). */
const DETECTION_TIME = 9_000;

/**
 * The maximum time until a request fails while the database hangs (ms). It is less than any timeout of a statement or a
 * connection.
 */
const FAIL_FAST_TIME = 4_500;

test('a hanging database is detected, and requests that need it fail fast until it responds', async () => {
  const { id } = await createJob(database.db, { title: 'Patient Weaver' });
  const pages = ['/jobs', `/api/jobs/${id}`, '/api/companies', '/readyz'];
  for (const page of pages) expect((await request(page)).status).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    network.hang();
    // Send more requests than there are connections, so that some of them wait for a connection.
    const pending = Array.from({ length: 30 }, () => request(`/api/jobs/${id}`));
    for (const { status, duration } of await Promise.all(pending)) {
      expect(status).toBe(503);
      expect(duration).toBeLessThan(DETECTION_TIME);
    }
    for (const page of pages) {
      const { status, duration, body } = await request(page);
      expect([page, status]).toEqual([page, 503]);
      expect(duration).toBeLessThan(FAIL_FAST_TIME);
      expect(body).not.toMatch(/ETIMEDOUT|the database is unresponsive/);
    }
    network.cut();
    for (const page of pages) {
      await expect.poll(async () => (await request(page)).status).toBe(200);
    }
    expect((await request(`/api/jobs/${id}`)).body).toContain('Patient Weaver');
  }
});
