import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { startNetwork } from '#tests/support/network.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/support/replicated-postgres.ts';
import { openDatabaseAt, type TestDatabase } from '#tests/support/test-database.ts';
import { jobs } from './db/schema.ts';

const programs = findPrograms();

describe.skipIf(!programs)("when the database's host name moves to a synchronous standby,", () => {
  let postgres: ReplicatedPostgres;
  let network: Awaited<ReturnType<typeof startNetwork>>;
  let database: TestDatabase;
  let board: CachedBoard;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres(programs ?? '');
    const { primary } = postgres;
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    const synchronous = () =>
      primary.query("select from pg_stat_replication where sync_state = 'sync'");
    while ((await synchronous()).length === 0);
    network = await startNetwork(primary.url);
    database = { ...(await openDatabaseAt(network.url, 'server')), url: network.url };
    board = await startCachedBoard(database);
  });
  afterAll(async () => {
    await board.close();
    await database.close();
    await network.close();
    await postgres.close();
  });

  test('after a failover to the replica, the board continues without a restart and has lost no acknowledged write', async () => {
    const { id: company } = await createCompany(database.db);
    const admin = await createAccount(database.db, { role: 'siteadmin' });
    const headers = { authorization: `Bearer ${await tokenFor(database.db, admin.id)}` };
    const acknowledged: string[] = [];
    let isStopped = false;
    const write = async () => {
      while (!isStopped) {
        const body = {
          title: 'Maker',
          type: 'Contract',
          location: 'Lisbon',
          salary: '$60K - $70K',
          description: '',
          applyurl: '',
          company: { id: company },
        };
        const { status, text } = await board.ask('/api/jobs', { method: 'POST', headers, body });
        expect([201, 503]).toContain(status);
        if (status === 201) acknowledged.push(JSON.parse(text).id);
      }
    };
    const writing = Array.from({ length: 4 }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);

    expect((await board.ask('/about')).status).toBe(200);

    await postgres.primary.stop('immediate');
    // During the outage, pages in the cache are still served.
    expect((await board.ask('/about')).status).toBe(200);
    await postgres.replica.query('select pg_promote()');
    network.redirect(postgres.replica.url);
    network.cut();
    const atFailover = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(atFailover + 20);
    isStopped = true;
    await Promise.all(writing);

    const stored = await database.db.select({ id: jobs.id }).from(jobs);
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    const { rows } = await database.db.execute(sql`select pg_is_in_recovery() as standby`);
    expect(rows).toEqual([{ standby: false }]);
    await expect.poll(async () => (await board.ask('/readyz')).status).toBe(200);
  });
});
