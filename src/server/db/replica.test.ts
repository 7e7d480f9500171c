import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_CONNECTIONS } from '#server/platform/config/setting-values.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#server/testing/replicated-postgres.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { type ChangeTopic, EVERYTHING } from './change-listener.ts';
import { poolSizes } from './pools.ts';
import { followReplica } from './replica.ts';

const programs = findPrograms();

/** For so long counts what was known of it when the primary goes away, and this is longer (ms). */
const KNOWLEDGE_LIFETIME = 500;
const LONG = 1_000;

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

  /** A replica that has everything, and what is heard of the primary. */
  async function follow() {
    const replica = followReplica({
      connectionString: postgres.replica.url,
      sizes: poolSizes(DEFAULT_CONNECTIONS),
      primary: drizzle(pool),
      onLost: (error) => expect.unreachable(error.message),
      knowledgeLifetime: KNOWLEDGE_LIFETIME,
    });
    let until = Number.POSITIVE_INFINITY;
    let tell: (topic: ChangeTopic) => void = () => {};
    replica.follow({
      subscribe(listener) {
        tell = listener;
      },
      freshUntil: () => until,
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

  test('is read while the primary is away where it had everything, and else not at all', async () => {
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

  test('is not read where it is none, nor where it is one of another database', async () => {
    const neighbour = new URL(postgres.replica.url);
    neighbour.pathname = '/postgres';
    const another = await openTestDatabase();
    for (const [connectionString, primary, complaint] of [
      [postgres.primary.url, drizzle(pool), 'it is no replica'],
      [neighbour.href, drizzle(pool), 'it is a replica of another database'],
      [postgres.replica.url, another.db, 'it is a replica of another database'],
    ] as const) {
      let onLost: (error: Error) => void = () => {};
      const lost = new Promise<Error>((resolve) => {
        onLost = resolve;
      });
      const sizes = poolSizes(DEFAULT_CONNECTIONS);
      const replica = followReplica({ connectionString, sizes, primary, onLost });
      replica.follow({ subscribe: () => {}, freshUntil: () => Number.POSITIVE_INFINITY });
      expect((await lost).message).toBe(complaint);
      expect(replica.isCurrent()).toBe(false);
      await replica.close();
    }
    await another.close();
  });
});
