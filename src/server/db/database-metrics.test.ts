import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumOf } from '#server/platform/metrics/testing/exposition.ts';
import {
  type MeteredBoard,
  startMeteredBoard,
} from '#server/platform/metrics/testing/metered-board.ts';
import { createCompany } from '#tests/support/factories.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/support/replicated-postgres.ts';
import { openDatabaseAt } from '#tests/support/test-database.ts';

const programs = findPrograms();

describe.skipIf(!programs)('over a primary and a streaming replica,', () => {
  let postgres: ReplicatedPostgres;
  let board: MeteredBoard;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres(programs ?? '');
    const { primary, replica } = postgres;
    board = await startMeteredBoard({
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      DEMO_DATA: 'false',
    });
  });
  afterAll(async () => {
    await board.close();
    await postgres.close();
  });

  const read = async (name: string, labels?: Record<string, string>) =>
    sumOf(await board.scrape(), name, labels);

  test('the metrics report whether the replica is current, and how far it lags', async () => {
    await expect.poll(() => read('board_replica_current')).toBe(1);
    expect(await read('board_database_connections_limit', { pool: 'replica_prepared' })).toBe(5);
    await postgres.replica.stop('immediate');
    await expect.poll(() => read('board_replica_current')).toBe(0);
    const { db, close } = await openDatabaseAt(postgres.primary.url, 'command');
    await createCompany(db);
    await close();
    await expect.poll(() => read('board_replica_lag_seconds')).toBeGreaterThan(0);
    await postgres.replica.start();
    await expect.poll(() => read('board_replica_current')).toBe(1);
    await expect.poll(() => read('board_replica_lag_seconds')).toBe(0);
  });

  test('the metrics report that the change listener has lost the primary', async () => {
    await expect.poll(() => read('board_changes_current')).toBe(1);
    await postgres.primary.stop('immediate');
    await expect.poll(() => read('board_changes_current')).toBe(0);
    expect(await read('board_jobs')).toBeDefined();
    await postgres.primary.start();
    await expect.poll(() => read('board_changes_current')).toBe(1);
  });
});
