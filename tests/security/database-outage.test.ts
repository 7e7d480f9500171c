import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '../support/cached-board.ts';
import { createAccount, createJob } from '../support/factories.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

/** Lets a database accept connections, or makes it refuse new ones and ends the current ones. */
async function switchDatabase({ url }: TestDatabase, isOpen: boolean): Promise<void> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  const name = new URL(url).pathname.slice(1);
  await server.query(`alter database ${name} with allow_connections ${isOpen}`);
  if (!isOpen) {
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
  }
  await server.end();
}

const statusOf = async (board: CachedBoard, path: string) => (await board.ask(path)).status;

test(statement(31), async () => {
  const database = await openTestDatabase();
  let disconnects = 0;
  const board = await startCachedBoard(database, { onDisconnect: () => (disconnects += 1) });
  const shortLived = await startCachedBoard(database, { settings: { STALE_IF_ERROR: '1' } });
  const none = await startCachedBoard(database, { settings: { STALE_IF_ERROR: '0' } });
  const { id, company_id } = await createJob(database.db, { title: 'Weaver' });
  const admin = await createAccount(database.db, { role: 'siteadmin' });
  const authorization = `Bearer ${await tokenFor(database.db, admin.id)}`;
  await board.settle();
  const paths = [
    '/',
    '/jobs',
    `/jobs/${id}`,
    `/companies/${company_id}`,
    '/api/jobs',
    '/jobs.atom',
    '/jobs?q=weaver',
  ];
  const before = await Promise.all(paths.map((path) => board.ask(path)));
  for (const other of [shortLived, none]) expect(await statusOf(other, '/jobs')).toBe(200);

  // A change that removes nothing takes no page away.
  await createJob(database.db, { company_id, title: 'Dyer' });
  await database.db.update(companies).set({ name: 'Looms' });
  await database.db.update(jobs).set({ location: 'Porto' });
  await board.settle();
  await switchDatabase(database, false);
  await expect.poll(() => disconnects).toBe(1);
  for (const [index, path] of paths.entries()) {
    const { status, headers, text } = await board.ask(path, { headers: { authorization } });
    expect([path, status, text]).toEqual([path, 200, before[index]?.text]);
    expect(Number(headers.age)).toBeGreaterThanOrEqual(0);
    expect(headers['retry-after']).toBeUndefined();
    const { etag = '' } = headers;
    expect((await board.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
  const gzip = await board.ask('/jobs', { headers: { 'accept-encoding': 'gzip' } });
  expect([gzip.status, gzip.headers['content-encoding'], gzip.text]).toEqual([
    200,
    'gzip',
    before[1]?.text,
  ]);
  expect(await statusOf(board, `/jobs?q=${randomUUID()}`)).toBe(503);
  expect(await statusOf(board, '/readyz')).toBe(503);
  expect(await statusOf(board, '/healthz')).toBe(200);
  const write = { method: 'DELETE', headers: { authorization } };
  expect((await board.ask(`/api/jobs/${id}`, write)).status).toBe(503);
  await expect.poll(() => statusOf(shortLived, '/jobs')).toBe(503);
  expect(await statusOf(none, '/jobs')).toBe(503);

  await switchDatabase(database, true);
  await database.db.update(jobs).set({ title: 'Spinner' });
  await expect.poll(() => performance.now() <= board.changes.freshUntil()).toBe(true);
  expect(await statusOf(board, '/readyz')).toBe(200);
  for (const path of [`/jobs/${id}`, '/jobs', '/api/jobs', '/jobs.atom']) {
    const { text, headers } = await board.ask(path);
    expect(text).toContain('Spinner');
    expect(headers.age).toBeUndefined();
  }

  // A removal takes away the pages that showed what was removed.
  await database.db.update(jobs).set({ closed_at: new Date() }).where(eq(jobs.id, id));
  await board.settle();
  await switchDatabase(database, false);
  await expect.poll(() => disconnects).toBe(2);
  for (const path of [`/jobs/${id}`, '/jobs', '/api/jobs', '/jobs.atom']) {
    expect([path, await statusOf(board, path)]).toEqual([path, 503]);
  }
  await switchDatabase(database, true);
  await Promise.all([board.close(), shortLived.close(), none.close()]);
  await database.close();
});
