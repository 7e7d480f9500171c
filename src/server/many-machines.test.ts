import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from './db/client.ts';
import { audit_events } from './db/schema.ts';
import { tokenFor } from './testing/access-tokens.ts';
import { createAccount, createCompany, createJob } from './testing/factories.ts';
import { end, freePort, makeDataDir, type Running, run } from './testing/process.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './testing/replicated-postgres.ts';
import { openDatabaseAt } from './testing/test-database.ts';

const programs = findPrograms();
const LONG_OVER = 12;

type Server = Running & { origin: string };

let postgres: ReplicatedPostgres;
let database: OpenDatabase;
let dataDir: string;
let token: string;
let company: { id: string };
let servers: [Server, Server];

/** However a test goes, none is left running. */
const started: Server[] = [];

async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const server = run('main', {
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.primary.url,
    DATABASE_READ_URL: postgres.replica.url,
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });
  const told = { ...server, origin: `http://localhost:${port}` };
  started.push(told);
  await server.says('Composable Jobs is ready at');
  return told;
}

async function write(server: Server, method: string, path: string, body: object) {
  const reply = await fetch(`${server.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { id: string; version: number } };
}

const jobCalled = (title: string) => ({
  title,
  type: 'Contract',
  location: 'Lisbon',
  salary: '$60K - $70K',
  description: 'You will make things.',
  applyurl: 'https://ada.example/apply',
  company: { id: company.id },
});

async function addJob(server: Server, title: string): Promise<string> {
  const { status, body } = await write(server, 'POST', '/api/jobs', jobCalled(title));
  expect(status).toBe(201);
  return body.id;
}

async function statusOf(server: Server, path: string): Promise<number> {
  const reply = await fetch(`${server.origin}${path}`);
  await reply.arrayBuffer();
  return reply.status;
}

async function titleOf(server: Server, id: string): Promise<string> {
  // Each address is another one to the cache of pages.
  const reply = await fetch(`${server.origin}/api/jobs/${id}?description=html&at=${Math.random()}`);
  return ((await reply.json()) as { title: string }).title;
}

/** Whether jobs were read here since the moment, by whoever serves pages. */
async function isReadSince(at: 'primary' | 'replica', moment: Date): Promise<boolean> {
  const rows = await postgres[at].query(
    `select from pg_stat_activity where application_name = 'composable-jobs' and pid <> pg_backend_pid()
     and query ~ '^select .* from "jobs"' and query_start > '${moment.toISOString()}'`,
  );
  return rows.length > 0;
}

/** https://www.postgresql.org/docs/current/runtime-config-replication.html#GUC-RECOVERY-MIN-APPLY-DELAY */
async function setReplay(delay: string): Promise<void> {
  await postgres.replica.query(`alter system set recovery_min_apply_delay = '${delay}'`);
  await postgres.replica.query('select pg_reload_conf()');
}

async function readsGoTo(at: 'primary' | 'replica'): Promise<void> {
  await expect
    .poll(async () => {
      const moment = new Date();
      for (const server of servers) {
        for (let n = 0; n < 5; n += 1) expect(await statusOf(server, '/jobs')).toBe(200);
        await statusOf(server, `/api/jobs?limit=${1 + Math.floor(Math.random() * 100)}`);
      }
      const used = [];
      for (const one of ['primary', 'replica'] as const) {
        if (await isReadSince(one, moment).catch(() => false)) used.push(one);
      }
      return used;
    })
    .toEqual([at]);
}

describe.skipIf(!programs)('two servers over a primary and a streaming replica', () => {
  beforeAll(async () => {
    postgres = await startReplicatedPostgres(programs ?? '');
    dataDir = await makeDataDir();
    database = await openDatabaseAt(postgres.primary.url, 'command');
    const { db } = database;
    token = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
    company = await createCompany(db);
    for (let n = 0; n < LONG_OVER; n += 1) {
      await createJob(db, { company_id: company.id, validthrough: '2020-01-01' });
    }
    servers = await Promise.all([startServer({ PAGE_CACHE_MB: '0' }), startServer()]);
  });
  afterAll(async () => {
    await Promise.all(started.map(end));
    await database.close();
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('what is to be done once is done once', async () => {
    const { db } = database;
    const closed = sql`${audit_events.after} ->> 'closed_at' is not null`;
    await expect.poll(() => db.$count(audit_events, closed)).toBe(LONG_OVER);
  });

  test('read what is public from the replica', async () => {
    await addJob(servers[0], 'Public Reader');
    await readsGoTo('replica');
  });

  test('show a change at once, and on the other within a second, however late the replica is', async () => {
    const [one, other] = servers;
    const id = await addJob(one, 'Number 0');
    await readsGoTo('replica');
    await postgres.replica.query('select pg_wal_replay_pause()');
    for (let n = 1; n <= 5; n += 1) {
      const { status } = await write(one, 'PUT', `/api/jobs/${id}`, {
        ...jobCalled(`Number ${n}`),
        id,
      });
      const committed = performance.now();
      expect(status).toBe(200);
      expect(await titleOf(one, id)).toBe(`Number ${n}`);
      for (;;) {
        const asked = performance.now();
        if ((await titleOf(other, id)) === `Number ${n}`) break;
        // Of when it was asked: the answer may take as long as the machine lets it.
        expect(asked - committed).toBeLessThan(1_000);
      }
    }
    await postgres.replica.query('select pg_wal_replay_resume()');
    // It has the first of them when the server is already told of the next.
    await setReplay('200ms');
    for (let n = 6; n <= 15; n += 1) {
      await write(one, 'PUT', `/api/jobs/${id}`, { ...jobCalled(`Number ${n}`), id });
      const until = performance.now() + 80;
      while (performance.now() < until) expect(await titleOf(one, id)).toBe(`Number ${n}`);
    }
    await setReplay('0');
    await readsGoTo('replica');
    expect(await titleOf(other, id)).toBe('Number 15');
  });

  test('go on without the replica, of which nobody notices anything, and with it again', async () => {
    const [one, other] = servers;
    const statuses = new Set<number>();
    const read = async () => {
      for (const server of servers) {
        for (let n = 0; n < 30; n += 1) {
          statuses.add(await statusOf(server, `/jobs?at=${Math.random()}`));
        }
      }
    };
    const id = await addJob(one, 'Before');
    await Promise.all([read(), read(), postgres.replica.stop('immediate'), read()]);
    await addJob(one, 'Meanwhile');
    await readsGoTo('primary');
    await write(other, 'PUT', `/api/jobs/${id}`, { ...jobCalled('After'), id });
    expect(await titleOf(one, id)).toBe('After');
    await Promise.all([read(), postgres.replica.start()]);
    await one.says('Replica available again');
    await readsGoTo('replica');
    expect(await titleOf(one, id)).toBe('After');
    expect([...statuses]).toEqual([200]);
  });

  test('read nothing from a replica that comes back with less than it had', async () => {
    const [one, other] = servers;
    const id = await addJob(one, 'Before');
    await write(one, 'PUT', `/api/jobs/${id}`, { ...jobCalled('After'), id });
    await readsGoTo('replica');
    // After a crash it begins where it last took down all that it had, and lets people in before it has the rest.
    await setReplay('1h');
    await postgres.replica.stop('immediate');
    await postgres.replica.start();
    const looked = () =>
      postgres.replica.query(
        `select from pg_stat_activity
        where application_name = 'composable-jobs-replica' and query <> '' and state = 'idle'`,
      );
    await expect.poll(async () => (await looked()).length).toBe(servers.length);
    for (const server of [one, other]) expect(await titleOf(server, id)).toBe('After');
    await readsGoTo('primary');
    await setReplay('0');
    await readsGoTo('replica');
    expect(await titleOf(one, id)).toBe('After');
  });

  test('are read while the primary restarts, refuse at once to write, and lose nothing', async () => {
    const [one, other] = servers;
    const kept = await addJob(one, 'Kept');
    await readsGoTo('replica');
    await postgres.primary.stop('immediate');
    for (const server of servers) {
      // Before it was noticed, a read may have been on its way to the primary.
      await expect.poll(() => statusOf(server, '/readyz')).toBe(503);
      await expect.poll(() => titleOf(server, kept)).toBe('Kept');
      expect(await statusOf(server, '/jobs')).toBe(200);
      expect(await statusOf(server, '/jobs?q=made')).toBe(200);
      expect(await statusOf(server, '/jobs?q=making&location=lisbon&posted=7')).toBe(200);
      expect(await statusOf(server, '/companies')).toBe(200);
      expect(await statusOf(server, '/sitemap.xml')).toBe(200);
      const begun = performance.now();
      expect((await write(server, 'POST', '/api/jobs', jobCalled('Refused'))).status).toBe(503);
      // Sooner than the five seconds in which a connection is given up.
      expect(performance.now() - begun).toBeLessThan(5_000);
    }
    await postgres.primary.start();
    for (const server of servers) {
      await expect.poll(() => statusOf(server, '/readyz')).toBe(200);
    }
    const id = await addJob(one, 'Goes on');
    expect(await titleOf(one, id)).toBe('Goes on');
    await expect.poll(() => titleOf(other, id)).toBe('Goes on');
    expect(await titleOf(other, kept)).toBe('Kept');
    await readsGoTo('replica');
    const { rows } = await database.db.execute(sql`select from jobs where title = 'Refused'`);
    expect(rows).toEqual([]);
  });

  test('end in time though the replica hangs', async () => {
    const watchers = await postgres.replica.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'composable-jobs-replica'`,
    );
    expect(watchers).toHaveLength(servers.length);
    for (const { pid } of watchers) process.kill(pid, 'SIGSTOP');
    try {
      expect(await Promise.all(servers.map(end))).toEqual([0, 0]);
    } finally {
      for (const { pid } of watchers) process.kill(pid, 'SIGCONT');
    }
  });
});
