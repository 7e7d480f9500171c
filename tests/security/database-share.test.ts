import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { listenForChanges } from '#server/db/change-listener.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { checkConnectionLimit } from '#server/db/connection-limit.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createJob } from '../support/factories.ts';
import { captureLog } from '../support/log-lines.ts';
import { buildTestApp, NO_OVERLOAD } from '../support/test-app.ts';
import { openDatabaseAt, openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

let database: TestDatabase;
/** The database as a server opens it, with its timeouts. */
let served: OpenDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase();
  served = await openDatabaseAt(database.url, 'server');
  const changes = await listenForChanges({
    connectionString: database.url,
    onDisconnect: () => {},
  });
  app = await buildTestApp(served, {}, { changes });
  await createJob(database.db, { title: 'Weaver' });
  return async () => {
    await app.close();
    await changes.close();
  };
});
afterAll(async () => {
  await served.close();
  await database.close();
});

const ask = async (url: string, remoteAddress: string) =>
  (await app.inject({ url, remoteAddress })).statusCode;

/** Counts the statements that are waiting for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}

/** Runs `work` while searches are blocked by a lock. */
function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table job_search in access exclusive mode`);
    return work();
  });
}

test(statement(32), async () => {
  const readConnections = served.pools.planned.options.max + served.pools.prepared.options.max;
  const share = Math.floor(readConnections / 5);
  expect(share).toBe(2);
  const { requests } = await whileLocked(async () => {
    const floods = Array.from({ length: 20 }, () =>
      ask(`/api/jobs?q=${randomUUID()}`, '192.0.2.1'),
    );
    await expect.poll(countWaiting).toBe(share);
    // Another network has its own share of connections. Reads of tables that are not locked are served.
    const others = Array.from({ length: 20 }, () => ask(`/jobs?q=${randomUUID()}`, '192.0.2.2'));
    await expect.poll(countWaiting).toBe(2 * share);
    expect(await ask('/api/companies', '192.0.2.3')).toBe(200);
    // A statement that times out frees its slot for the next one.
    const first = await Promise.race(floods);
    expect(first).toBe(503);
    expect(await countWaiting()).toBeLessThanOrEqual(2 * share);
    return { requests: [...floods, ...others] };
  });
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200, 503]));
  expect(await ask('/api/jobs?q=weaver', '192.0.2.1')).toBe(200);
});

test(statement(35), async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 + 10_000 });
  const settings = { RATE_LIMIT_SCALE: '0.1' };
  const overloadLimits = { ...NO_OVERLOAD, databaseTimePerCall: 1 };
  const charged = await buildTestApp(served, settings, { overloadLimits });
  const search = async (remoteAddress: string) =>
    (await charged.inject({ url: `/api/jobs?q=${randomUUID()}`, remoteAddress })).statusCode;
  const { costly } = await whileLocked(async () => {
    const requests = search('192.0.2.1');
    await expect.poll(countWaiting).toBe(1);
    // The wait is longer than the remaining time budget of the network.
    await database.db.execute(sql`select pg_sleep(0.1)`);
    return { costly: requests };
  });
  // On a busy machine, the search may time out.
  expect([200, 503]).toContain(await costly);
  await expect.poll(() => search('192.0.2.1')).toBe(429);
  expect(await search('192.0.2.2')).toBe(200);
  vi.useRealTimers();
  await charged.close();
});

test(statement(33), async () => {
  const { general } = served.pools;
  const clients = await Promise.all(
    Array.from({ length: general.options.max }, () => general.connect()),
  );
  const status = whileLocked(async () => {
    const floods = Array.from({ length: 20 }, () =>
      ask(`/api/jobs?q=${randomUUID()}`, '192.0.2.1'),
    );
    await expect.poll(countWaiting).toBeGreaterThan(0);
    const ready = await ask('/readyz', '192.0.2.9');
    return { ready, floods };
  });
  const { ready, floods } = await status;
  expect(ready).toBe(200);
  for (const client of clients) client.release();
  await Promise.all(floods);
});

test(statement(34), async () => {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create role ${role} login password 'few' connection limit 17`);
  await server.query(`create database ${role} owner ${role}`);
  const url = new URL(inject('postgresUrl'));
  Object.assign(url, { username: role, password: 'few', pathname: `/${role}` });

  const log = captureLog();
  const settings = { DATABASE_CONNECTIONS: '8' };
  const processes = [];
  for (let n = 0; n < 2; n += 1) {
    const opened = await openDatabase(
      { databaseUrl: url.href, dataDir: '', databaseConnections: 8 },
      {
        purpose: 'server',
        log: () => {},
        onConnectionLost: (error) => log.logger.warn({ err: error }, 'lost'),
      },
    );
    const changes = await listenForChanges({
      connectionString: url.href,
      onDisconnect: (error) => log.logger.warn({ err: error }, 'lost'),
    });
    const built = await buildTestApp(opened, settings, { changes, logger: log.logger });
    processes.push({ opened, changes, built });
  }
  const [one] = processes;
  if (!one) throw new Error('no process has started');
  const enough = { connections: 7, processes: 2 };
  expect(await checkConnectionLimit(one.opened.db, enough)).toBeUndefined();
  expect(await checkConnectionLimit(one.opened.db, { connections: 16, processes: 2 })).toMatch(
    /^The database allows 17 connections \(\d+ in use\), and this board may open 32 \(2 × DATABASE_CONNECTIONS=16\)\. Set DATABASE_CONNECTIONS to 7 or less/,
  );
  const { company_id } = await createJob(one.opened.db);
  const admin = await createAccount(one.opened.db, { role: 'siteadmin' });
  const headers = { authorization: `Bearer ${await tokenFor(one.opened.db, admin.id)}` };
  const payload = {
    type: 'Contract',
    title: 'Spinner',
    location: 'Porto',
    salary: '$60K - $70K',
    description: '',
    applyurl: '',
    company: { id: company_id },
  };
  const statuses = await Promise.all(
    processes.flatMap(({ built }) =>
      Array.from({ length: 60 }, async (_, n) =>
        n % 3 === 0
          ? (await built.inject({ method: 'POST', url: '/api/jobs', headers, payload })).statusCode
          : (await built.inject({ url: `/jobs?q=${randomUUID()}`, remoteAddress: `192.0.2.${n}` }))
              .statusCode,
      ),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  expect(log.lines().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  for (const { opened, changes, built } of processes) {
    await built.close();
    await changes.close();
    await opened.close();
  }
  await server.query(`drop database ${role} with (force)`);
  await server.query(`drop role ${role}`);
  await server.end();
});

test(statement(58), async () => {
  const limits = { ...NO_OVERLOAD, eventLoopDelay: 1e-9 };
  const late = await buildTestApp(served, {}, { overloadLimits: limits });
  const [busy, other] = ['192.0.2.1', '192.0.2.2'];
  const statusOf = async (url: string, remoteAddress: string) =>
    (await late.inject({ url, remoteAddress })).statusCode;
  // The event loop counts as late at once. Only the network that uses it is refused.
  await expect
    .poll(async () => {
      const statuses = await Promise.all(
        Array.from({ length: 50 }, () => statusOf('/about', busy)),
      );
      return statuses.includes(503);
    })
    .toBe(true);
  expect(await statusOf('/about', other)).toBe(200);
  expect(await statusOf('/readyz', other)).toBe(200);
  await late.close();

  // The response to the other network does not wait for the pages that were requested before.
  let rendered = 0;
  const pages = Array.from({ length: 40 }, async () => {
    const status = await ask(`/jobs?q=${randomUUID()}`, busy);
    rendered += 1;
    return status;
  });
  await pages[0];
  expect(await ask(`/api/jobs?q=${randomUUID()}`, other)).toBe(200);
  expect(rendered).toBeLessThan(20);
  expect(await Promise.all(pages)).toEqual(pages.map(() => 200));
});
