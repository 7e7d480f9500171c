import { beforeEach, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { task_runs } from '#server/db/operation-tables.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { fillEmptyBoard } from '#server/demo-data/fill-empty-board.ts';
import { recordRun } from '#server/operations/system/task-runs.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
let token: string;

beforeEach(async () => {
  await board.db.delete(board_settings);
  await board.db.delete(mails);
  await board.db.delete(task_runs);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});

const read = async () => (await board.ask('GET', '/api/admin/system', { token })).body.setup;
const advance = (step: string) => board.ask('PUT', '/api/admin/setup', { token, body: { step } });

test('a new board asks its questions, then shows its checklist, and then neither again', async () => {
  expect((await read()).step).toBe('questions');
  const body = { name: 'Nordlicht Jobs' };
  await board.ask('PUT', '/api/admin/settings', { token, body });
  expect((await read()).step).toBe('checklist');
  expect((await advance('done')).status).toBe(204);
  expect((await advance('checklist')).status).toBe(204);
  expect((await read()).step).toBe('done');
});

test('the questions can be skipped', async () => {
  await advance('checklist');
  expect((await read()).step).toBe('checklist');
  expect((await board.ask('GET', '/api/admin/settings', { token })).body.version).toBe(0);
});

test('the checklist says what the board has', async () => {
  const done = async () =>
    (await read()).checks.filter((check: { done: boolean }) => check.done).map(nameOf);
  const nameOf = ({ name }: { name: string }) => name;
  expect(await done()).toEqual([]);
  await createJob(board.db, { title: 'Weaver' });
  await recordRun(board.db, 'backup', true);
  expect(await done()).toEqual(['jobs', 'backup']);
});

test('a board with demo data asks nothing', async () => {
  await fillEmptyBoard(board.db);
  expect((await read()).step).toBe('done');
});
