import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#server/testing/replicated-postgres.ts';
import { type ChangeTopic, EVERYTHING } from './change-notices.ts';
import { DEFAULT_CONNECTIONS } from './client.ts';
import { poolSizes } from './pools.ts';
import { followReplica } from './replica.ts';

const programs = findPrograms();

/** Longer than what was known of it counts when the primary goes away (ms). */
const LONG = 5_500;

describe.skipIf(!programs)('while the primary is away, a replica', () => {
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

  /** A replica that has everything, and what is heard of the primary. */
  async function follow() {
    const replica = followReplica({
      connectionString: postgres.replica.url,
      sizes: poolSizes(DEFAULT_CONNECTIONS),
      primary: drizzle(pool),
      onLost: (error) => expect.unreachable(error.message),
    });
    let until = Number.POSITIVE_INFINITY;
    let tell: (topic: ChangeTopic) => void = () => {};
    replica.follow({
      subscribe(listener) {
        tell = listener;
      },
      currentUntil: () => until,
    });
    await expect.poll(() => replica.isCurrent()).toBe(true);
    return {
      replica,
      change: () => tell('jobs'),
      loseLine() {
        until = Number.NEGATIVE_INFINITY;
        tell(EVERYTHING);
      },
    };
  }

  test('is read for as long as that lasts where it had everything, and else not at all', async () => {
    const [good, late] = [await follow(), await follow()];
    for (const { replica } of [good, late]) expect(replica.isGoodAlone()).toBe(false);
    await postgres.replica.query('select pg_wal_replay_pause()');
    await postgres.primary.query('create table more ()');
    late.change();
    good.loseLine();
    for (const { replica } of [good, late]) {
      await expect.poll(() => replica.behindFor()).toBeGreaterThan(LONG);
    }
    late.loseLine();
    expect(good.replica.isGoodAlone()).toBe(true);
    expect(late.replica.isGoodAlone()).toBe(false);
    for (const { replica } of [good, late]) {
      expect(replica.isCurrent()).toBe(false);
      await replica.close();
    }
  });
});
