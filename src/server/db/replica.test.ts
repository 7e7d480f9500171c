import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_CONNECTIONS } from '#server/platform/config/setting-values.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/support/replicated-postgres.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { type ChangeTopic, EVERYTHING } from './change-listener.ts';
import { poolSizes } from './pools.ts';
import { followReplica } from './replica.ts';

const programs = findPrograms();

/** The maximum lag with which the replica may replace the primary in these tests (ms), and a longer lag (ms). */
const STATE_MAX_AGE = 500;
const LONGER = 1_000;

describe.skipIf(!programs)('a replica', () => {
  let postgres: ReplicatedPostgres;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres(programs ?? '');
    pool = new pg.Pool({ connectionString: postgres.primary.url });
  });
  afterAll(async () => {
    await pool.end();
    await postgres.close();
  });

  /** Follows the replica until it is current. The test itself sends the change notifications. */
  async function follow() {
    const replica = followReplica({
      connectionString: postgres.replica.url,
      sizes: poolSizes(DEFAULT_CONNECTIONS),
      primary: drizzle(pool),
      onLost: (error) => expect.unreachable(error.message),
      stateMaxAge: STATE_MAX_AGE,
    });
    let until = Number.POSITIVE_INFINITY;
    let publish: (topic: ChangeTopic) => void = () => {};
    replica.follow({
      subscribe(listener) {
        publish = listener;
      },
      freshUntil: () => until,
    });
    await expect.poll(() => replica.isCurrent()).toBe(true);
    return {
      replica,
      change: () => publish('jobs'),
      disconnect() {
        until = Number.NEGATIVE_INFINITY;
        publish(EVERYTHING);
      },
    };
  }

  test('the replica replaces an unreachable primary only if it was up to date', async () => {
    const [good, late] = [await follow(), await follow()];
    for (const { replica } of [good, late]) expect(replica.canReplacePrimary()).toBe(false);
    await postgres.replica.query('select pg_wal_replay_pause()');
    await postgres.primary.query('create table more ()');
    late.change();
    good.disconnect();
    for (const { replica } of [good, late]) {
      await expect.poll(() => replica.lag()).toBeGreaterThan(LONGER);
    }
    late.disconnect();
    expect(good.replica.canReplacePrimary()).toBe(true);
    expect(late.replica.canReplacePrimary()).toBe(false);
    for (const { replica } of [good, late]) {
      expect(replica.isCurrent()).toBe(false);
      await replica.close();
    }
  });

  test('the replica is not read if it is not a standby, or is a standby of another database', async () => {
    const neighbour = new URL(postgres.replica.url);
    neighbour.pathname = '/postgres';
    const another = await openTestDatabase();
    for (const [connectionString, primary, message] of [
      [postgres.primary.url, drizzle(pool), 'it is not a standby'],
      [neighbour.href, drizzle(pool), 'it is a standby of another database'],
      [postgres.replica.url, another.db, 'it is a standby of another database'],
    ] as const) {
      let onLost: (error: Error) => void = () => {};
      const lost = new Promise<Error>((resolve) => {
        onLost = resolve;
      });
      const sizes = poolSizes(DEFAULT_CONNECTIONS);
      const replica = followReplica({ connectionString, sizes, primary, onLost });
      replica.follow({ subscribe: () => {}, freshUntil: () => Number.POSITIVE_INFINITY });
      expect((await lost).message).toBe(message);
      expect(replica.isCurrent()).toBe(false);
      await replica.close();
    }
    await another.close();
  });
});
