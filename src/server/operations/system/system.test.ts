import { expect, test } from 'vitest';
import { sources } from '#server/db/source-tables.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { recordRun } from './task-runs.ts';

const board = setUpTestBoard();

async function personWith(role: 'user' | 'companyadmin' | 'siteadmin') {
  const { id } = await createAccount(board.db, { role });
  return tokenFor(board.db, id);
}

const read = (token?: string) => board.ask('GET', '/api/admin/system', { token });

test('a site admin can read the state of the board, and what to do', async () => {
  const token = await personWith('siteadmin');
  await createJob(board.db);
  await createMail(board.db);
  await recordRun(board.db, 'mails', true);
  await recordRun(board.db, 'mails', false);
  await recordRun(board.db, 'import', true);
  const { status, body } = await read(token);
  expect(status).toBe(200);
  const minute = expect.stringMatching(/T\d\d:\d\d:00\.000Z$/);
  expect(body).toMatchObject({
    version: expect.any(String),
    database: {
      version: expect.stringMatching(/^\d+/),
      migration: expect.stringMatching(/^\d{4}_/),
    },
    uploads: 'folder',
    mail: { sending: 'off', waiting: 0, failed: 1 },
    tasks: [{ name: 'mails', succeeded: minute, failed: minute }],
    lastbackup: null,
    lastimport: minute,
    sources: { count: 0, lastrun: null, failing: 0 },
    counts: { jobs: 1, companies: 1, people: 1, siteadmins: 1 },
  });
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
  expect(body.disk.total).toBeGreaterThan(body.disk.free);
  const problems = body.warnings.map(({ problem }: { problem: string }) => problem);
  expect(problems).toContain('No backup is known.');
  expect(problems).toContain('There is no second site admin.');
  expect(problems).toContain('1 email was not sent in the last seven days.');
});

test('the state of the board says which sources need a person', async () => {
  const { id: company_id } = await createCompany(board.db);
  const confirmed_at = new Date('2026-11-20T11:00:00.000Z');
  const source = { company_id, system: 'greenhouse' };
  const ofState: Partial<typeof sources.$inferInsert>[] = [
    { state: 'active', confirmed_at, failures: 2 },
    { state: 'active' },
    { state: 'asking' },
    { state: 'proposed' },
    { state: 'paused', paused_by: 'failing', failures: 20 },
    { state: 'paused', paused_by: 'restored' },
    { state: 'paused', paused_by: 'person' },
  ];
  for (const values of ofState) {
    const id = crypto.randomUUID();
    await board.db
      .insert(sources)
      .values({ ...source, id, tenant: id, state: 'active', ...values });
  }
  const { body } = await read(await personWith('siteadmin'));
  expect(body.sources).toEqual({
    count: 3,
    lastrun: confirmed_at.toISOString(),
    proposed: 1,
    asking: 1,
    failing: 1,
    stopped: 1,
    restored: 1,
  });
  const problems = body.warnings.map(({ problem }: { problem: string }) => problem);
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^2 questions of sources wait, the oldest for /),
      'The last run of 1 source failed.',
    ]),
  );
});

test('nobody but site admins can read the state of the board', async () => {
  expect((await read()).status).toBe(401);
  for (const role of ['user', 'companyadmin'] as const) {
    expect((await read(await personWith(role))).status).toBe(403);
  }
});
