import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { job_search } from '#server/db/search-tables.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createCompany } from '../support/factories.ts';
import { buildTestApp, loadTestBundle, setUpTestBoard, startTestApp } from '../support/test-app.ts';
import { openDatabaseAt } from '../support/test-database.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
test(statement(23), async () => {
  const bundle = await loadTestBundle();
  const inside = new Error('relation "accounts" at /srv/board/dist/main.js:1:2 password=secret');
  const failing = await buildTestApp(
    board,
    {},
    { web: { ...bundle, render: () => Promise.reject(inside) } },
  );
  const failed = await failing.inject({ url: '/' });
  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toMatch(/accounts|dist|secret|stack/);
  expect(failed.json()).toMatchObject({ detail: 'Something went wrong on our side.' });
  await failing.close();

  const own = await startTestApp();
  const { id } = await createCompany(own.db);
  const { id: person } = await createAccount(own.db, { role: 'siteadmin' });
  const token = await tokenFor(own.db, person);
  const post = (title = 'A', to = own.app) =>
    to.inject({
      method: 'POST',
      url: '/api/jobs',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        title,
        type: 'Contract',
        location: 'B',
        salary: '$60K - $70K',
        company: { id },
      },
    });
  expect((await post()).statusCode).toBe(201);
  const name = new URL(own.database.url).pathname.slice(1);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  // Cut the connections while writes are running. Each write must be applied completely or not at all.
  const cutDuringWrites = async (round: number) => {
    const titles = Array.from({ length: 20 }, (_, n) => `Amid ${round} ${n}`);
    const writing = Promise.all(titles.map((title) => post(title)));
    await pause(3 * round);
    await board.db.execute(cut);
    return writing;
  };
  // Cut at every stage of a write, and more often than the pool has connections, so that the test notices leaked
  // connections.
  const written: Awaited<ReturnType<typeof post>>[] = [];
  for (let round = 0; round < 15; round += 1) written.push(...(await cutDuringWrites(round)));
  let attempts = 0;
  await expect.poll(async () => (await post(`Between ${attempts++}`)).statusCode).toBe(201);
  const last = cutDuringWrites(15);
  await board.db.execute(`alter database ${name} with allow_connections false`);
  written.push(...(await last));
  await board.db.execute(cut);
  const started = performance.now();
  for (const url of ['/api/jobs', '/jobs', '/readyz', '/sitemap.xml']) {
    const { statusCode, body } = await own.app.inject({ url });
    expect([url, statusCode]).toEqual([url, 503]);
    expect(body).not.toMatch(/ECONN|pg_|select |postgres:/);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
  expect((await own.app.inject({ url: '/healthz' })).statusCode).toBe(200);

  await board.db.execute(`alter database ${name} with allow_connections true`);
  expect((await own.app.inject({ url: '/api/jobs' })).statusCode).toBe(200);
  expect(written.filter(({ statusCode }) => ![201, 503].includes(statusCode))).toEqual([]);
  // Each write is applied completely or not at all, and every acknowledged write is applied.
  const rows = await own.db.select().from(jobs);
  const ids = rows.map((row) => row.id).sort();
  const searched = await own.db.select({ id: job_search.job_id }).from(job_search);
  const audited = await withAccounts(
    own.db,
    await own.db.select().from(audit_events).where(eq(audit_events.kind, 'job')),
  );
  const listed: string[] = [];
  let total: number | undefined;
  for (let next: string | undefined = ''; next !== undefined; ) {
    const { results, ...page } = (
      await own.app.inject({ url: `/api/jobs?limit=100&cursor=${next}` })
    ).json();
    listed.push(...results.map((job: { id: string }) => job.id));
    total ??= page.total;
    next = page.next;
  }
  expect(searched.map((row) => row.id).sort()).toEqual(ids);
  expect(audited.map(({ thing_id }) => thing_id).sort()).toEqual(ids);
  expect(listed.sort()).toEqual(ids);
  expect(total).toBe(ids.length);
  for (const event of audited) {
    const row = rows.find((one) => one.id === event.thing_id);
    expect(event).toMatchObject({ action: 'create', actor: person, after: { title: row?.title } });
    expect(row).toMatchObject({ company_id: id, version: 1, salary: '$60K - $70K' });
  }
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  for (const response of written.filter(({ statusCode }) => statusCode === 201)) {
    expect(ids).toContain(response.json().id);
  }
  expect(await own.db.$count(companies)).toBe(1);

  // PostgreSQL cancels a blocked statement: a public read after two seconds, other statements after ten.
  const serverDatabase = await openDatabaseAt(own.database.url, 'server');
  const statementTimeout = sql`show statement_timeout`;
  expect((await serverDatabase.db.execute(statementTimeout)).rows).toEqual([
    { statement_timeout: '10s' },
  ]);
  expect(await serverDatabase.db.reads.run('timeout', statementTimeout)).toEqual([
    { statement_timeout: '2s' },
  ]);
  const blockedApp = await buildTestApp(serverDatabase);
  const waitingStatements = sql`from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`;
  await own.db.transaction(async (tx) => {
    await tx.execute(sql`lock table jobs in access exclusive mode`);
    const responses = Promise.all([
      blockedApp.inject({ url: `/api/jobs/${ids[0]}` }),
      blockedApp.inject({ url: `/jobs/${ids[0]}` }),
      post('Hanging', blockedApp),
    ]);
    const count = async () =>
      (await board.db.execute(sql`select 1 ${waitingStatements}`)).rows.length;
    // The reads may have timed out already.
    await expect.poll(count).toBeGreaterThan(0);
    expect((await blockedApp.inject({ url: '/healthz' })).statusCode).toBe(200);
    // Cancel the statements, so that the test does not wait ten seconds for their timeouts, which have the same error code.
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    await board.db.execute(sql`select pg_cancel_backend(pid) ${waitingStatements}`);
    for (const { statusCode, body } of await responses) {
      expect(statusCode).toBe(503);
      expect(body).not.toMatch(/canceling|pg_|select |postgres:/);
    }
  });
  expect((await blockedApp.inject({ url: `/api/jobs/${ids[0]}` })).statusCode).toBe(200);
  expect(await own.db.$count(jobs)).toBe(ids.length);
  await blockedApp.close();
  await serverDatabase.close();
  await own.close();
});
