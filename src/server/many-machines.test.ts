import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { end, freePort, makeDataDir, type Running, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import {
  findPrograms,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/support/replicated-postgres.ts';
import { openDatabaseAt } from '#tests/support/test-database.ts';
import type { OpenDatabase } from './db/client.ts';
import { audit_events } from './db/schema.ts';

const programs = findPrograms();
const OVERDUE_JOBS = 12;

type Server = Running & { origin: string };

let postgres: ReplicatedPostgres;
let database: OpenDatabase;
let dataDir: string;
let token: string;
let company: { id: string };
let servers: [Server, Server];

/** All servers that tests have started. They are ended after the tests, even if a test has failed. */
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
  const addressed = { ...server, origin: `http://localhost:${port}` };
  started.push(addressed);
  await server.says('Composable Jobs is ready at');
  return addressed;
}

async function write(server: Server, method: string, path: string, body: object) {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { id: string; version: number },
  };
}

const jobWithTitle = (title: string) => ({
  title,
  type: 'Contract',
  location: 'Lisbon',
  salary: '$60K - $70K',
  description: 'You will make things.',
  applyurl: 'https://ada.example/apply',
  company: { id: company.id },
});

async function addJob(server: Server, title: string): Promise<string> {
  const { status, body } = await write(server, 'POST', '/api/jobs', jobWithTitle(title));
  expect(status).toBe(201);
  return body.id;
}

async function statusOf(server: Server, path: string): Promise<number> {
  const response = await fetch(`${server.origin}${path}`);
  await response.arrayBuffer();
  return response.status;
}

async function titleOf(server: Server, id: string): Promise<string> {
  // Add a random parameter, so that the page cache is bypassed.
  const address = `${server.origin}/api/jobs/${id}?description=html&at=${Math.random()}`;
  const response = await fetch(address);
  return ((await response.json()) as { title: string }).title;
}

/** Whether a server process has read jobs from this database since the given time. */
async function isReadSince(at: 'primary' | 'replica', time: Date): Promise<boolean> {
  const rows = await postgres[at].query(
    `select from pg_stat_activity where application_name = 'composable-jobs' and pid <> pg_backend_pid()
     and query ~ '^select .* from "jobs"' and query_start > '${time.toISOString()}'`,
  );
  return rows.length > 0;
}

/**
 * Delays the replay of changes on the replica.
 * https://www.postgresql.org/docs/current/runtime-config-replication.html#GUC-RECOVERY-MIN-APPLY-DELAY
 */
async function setReplay(delay: string): Promise<void> {
  await postgres.replica.query(`alter system set recovery_min_apply_delay = '${delay}'`);
  await postgres.replica.query('select pg_reload_conf()');
}

async function expectReadsFrom(at: 'primary' | 'replica'): Promise<void> {
  await expect
    .poll(async () => {
      const time = new Date();
      for (const server of servers) {
        for (let n = 0; n < 5; n += 1) expect(await statusOf(server, '/jobs')).toBe(200);
        await statusOf(server, `/api/jobs?limit=${1 + Math.floor(Math.random() * 100)}`);
      }
      const used = [];
      for (const one of ['primary', 'replica'] as const) {
        if (await isReadSince(one, time).catch(() => false)) used.push(one);
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
    for (let n = 0; n < OVERDUE_JOBS; n += 1) {
      await createJob(db, { company_id: company.id, validthrough: '2020-01-01' });
    }
    servers = await Promise.all([startServer({ PAGE_CACHE_MB: '0' }), startServer()]);
  });
  afterAll(async () => {
    await Promise.all(started.map(end));
    await database.close();
    await postgres.close();
    await removeFolder(dataDir);
  });

  test('two servers over a primary and a streaming replica run each scheduled task once', async () => {
    const { db } = database;
    const closed = sql`${audit_events.after} ->> 'closed_at' is not null`;
    await expect.poll(() => db.$count(audit_events, closed)).toBe(OVERDUE_JOBS);
  });

  test('two servers read public data from the replica', async () => {
    await addJob(servers[0], 'Public Reader');
    await expectReadsFrom('replica');
  });

  test('two servers show a change: at once on the one where it was made, and within a second on the other, even if the replica lags', async () => {
    const [one, other] = servers;
    const id = await addJob(one, 'Number 0');
    await expectReadsFrom('replica');
    await postgres.replica.query('select pg_wal_replay_pause()');
    for (let n = 1; n <= 5; n += 1) {
      const { status } = await write(one, 'PUT', `/api/jobs/${id}`, {
        ...jobWithTitle(`Number ${n}`),
        id,
      });
      const committed = performance.now();
      expect(status).toBe(200);
      expect(await titleOf(one, id)).toBe(`Number ${n}`);
      for (;;) {
        const requestedAt = performance.now();
        if ((await titleOf(other, id)) === `Number ${n}`) break;
        // Compare the time at which the request was sent, because a slow machine may delay the response.
        expect(requestedAt - committed).toBeLessThan(1_000);
      }
    }
    await postgres.replica.query('select pg_wal_replay_resume()');
    // With this delay, the server is notified of the next change before the replica has replayed the previous one.
    await setReplay('200ms');
    for (let n = 6; n <= 15; n += 1) {
      await write(one, 'PUT', `/api/jobs/${id}`, { ...jobWithTitle(`Number ${n}`), id });
      const until = performance.now() + 80;
      while (performance.now() < until) expect(await titleOf(one, id)).toBe(`Number ${n}`);
    }
    await setReplay('0');
    await expectReadsFrom('replica');
    expect(await titleOf(other, id)).toBe('Number 15');
  });

  test('two servers fail no request while the replica is down, and use the replica again when it is back', async () => {
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
    await expectReadsFrom('primary');
    await write(other, 'PUT', `/api/jobs/${id}`, { ...jobWithTitle('After'), id });
    expect(await titleOf(one, id)).toBe('After');
    await Promise.all([read(), postgres.replica.start()]);
    await one.says('Replica available again');
    await expectReadsFrom('replica');
    expect(await titleOf(one, id)).toBe('After');
    expect([...statuses]).toEqual([200]);
  });

  test('two servers do not read from a replica that has less data after a restart than before', async () => {
    const [one, other] = servers;
    const id = await addJob(one, 'Before');
    await write(one, 'PUT', `/api/jobs/${id}`, { ...jobWithTitle('After'), id });
    await expectReadsFrom('replica');
    // After a crash, the replica recovers from its last checkpoint, and accepts connections before it has caught up.
    await setReplay('1h');
    await postgres.replica.stop('immediate');
    await postgres.replica.start();
    const checks = () =>
      postgres.replica.query(
        `select from pg_stat_activity
        where application_name = 'composable-jobs-replica' and query <> '' and state = 'idle'`,
      );
    await expect.poll(async () => (await checks()).length).toBe(servers.length);
    for (const server of [one, other]) expect(await titleOf(server, id)).toBe('After');
    await expectReadsFrom('primary');
    await setReplay('0');
    await expectReadsFrom('replica');
    expect(await titleOf(one, id)).toBe('After');
  });

  test('two servers serve reads while the primary restarts, fail writes fast, and lose no data', async () => {
    const [one, other] = servers;
    const existing = await addJob(one, 'Stored');
    await expectReadsFrom('replica');
    await postgres.primary.stop('immediate');
    for (const server of servers) {
      // A read that started before the outage was detected may still be waiting for the primary.
      await expect.poll(() => statusOf(server, '/readyz')).toBe(503);
      await expect.poll(() => titleOf(server, existing)).toBe('Stored');
      expect(await statusOf(server, '/jobs')).toBe(200);
      expect(await statusOf(server, '/jobs?q=made')).toBe(200);
      expect(await statusOf(server, '/jobs?q=making&location=lisbon&posted=7')).toBe(200);
      expect(await statusOf(server, '/companies')).toBe(200);
      expect(await statusOf(server, '/sitemap.xml')).toBe(200);
      const startedAt = performance.now();
      expect((await write(server, 'POST', '/api/jobs', jobWithTitle('Refused'))).status).toBe(503);
      // The requests must fail sooner than after the connect timeout of five seconds.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
    await postgres.primary.start();
    for (const server of servers) {
      await expect.poll(() => statusOf(server, '/readyz')).toBe(200);
    }
    const id = await addJob(one, 'Goes on');
    expect(await titleOf(one, id)).toBe('Goes on');
    await expect.poll(() => titleOf(other, id)).toBe('Goes on');
    expect(await titleOf(other, existing)).toBe('Stored');
    await expectReadsFrom('replica');
    const { rows } = await database.db.execute(sql`select from jobs where title = 'Refused'`);
    expect(rows).toEqual([]);
  });

  test('two servers shut down in time while the replica hangs', async () => {
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
