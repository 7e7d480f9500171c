import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { rate_limit_counts } from '#server/db/rate-limit-tables.ts';
import { idempotency_keys, uploads } from '#server/db/schema.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { claimMails } from '#server/modules/claims/mail/claim-mails.ts';
import { DEFAULT_RULES } from '#tests/support/default-rules.ts';
import { createJob, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { startScheduledTasks, type Task } from './scheduled-tasks.ts';

const board = setUpTestBoard();

const DAY = 24 * 60 * 60 * 1_000;

let logged: { level: number; msg: string }[];
/** A list of deleted accounts that stays empty. */
const deletions = { create: async () => {}, add: async () => {}, read: async () => [] };
/** The settings of a board that cannot send mails, so that no task queues one. */
const reminders = {
  outbox: createOutbox({ delivery: 'none', from: { name: '', address: 'board@localhost' } }),
  site: { origin: 'http://localhost:3000', name: 'Board' },
  rules: DEFAULT_RULES,
};
const claims = {
  rules: { ...DEFAULT_RULES, rule: 'all' },
  mails: claimMails(reminders.outbox, reminders.site),
} as const;
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeEach(() => {
  logged = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function addExpiredRows() {
  const old = new Date(Date.now() - 2 * DAY);
  await openUploadStorage(board).put('old.webp', Buffer.from('a logo'));
  await board.db.insert(uploads).values({ name: 'old.webp', touched_at: old });
  const key = { account_id: 'ada', digest: '', thing_id: uuidv7() };
  await board.db.insert(idempotency_keys).values([
    { ...key, key: 'old', created_at: old },
    { ...key, key: 'new' },
  ]);
  const minute = Math.floor(Date.now() / 60_000);
  await board.db.insert(rate_limit_counts).values([
    { client: 'old', time_window: minute - 5, requests: 1 },
    { client: 'new', time_window: minute, requests: 1 },
  ]);
}

async function deleteKeysAndCalls() {
  await board.db.delete(idempotency_keys);
  await board.db.delete(rate_limit_counts);
}

async function readState() {
  const keys = await board.db.select().from(idempotency_keys);
  const callers = await board.db.select().from(rate_limit_counts);
  return {
    files: await readdir(join(board.dataDir, 'uploads')),
    uploads: await board.db.$count(uploads),
    keys: keys.map(({ key }) => key),
    callers: callers.map(({ client }) => client),
  };
}

test('expired data is deleted at startup and every hour, until the tasks are stopped', async () => {
  const options = {
    db: board.db,
    connectionString: board.database.url,
    storage: openUploadStorage(board),
    deletions,
    reminders,
    claims,
    mailRate: 60,
    logger,
  };
  await addExpiredRows();
  await startScheduledTasks(options).stop();
  expect(await readState()).toEqual({ files: [], uploads: 0, keys: ['new'], callers: ['new'] });

  await deleteKeysAndCalls();
  const tasks = startScheduledTasks(options);
  await addExpiredRows();
  vi.advanceTimersByTime(60 * 60 * 1_000);
  await tasks.stop();
  expect(await readState()).toEqual({ files: [], uploads: 0, keys: ['new'], callers: ['new'] });

  await deleteKeysAndCalls();
  await addExpiredRows();
  vi.advanceTimersByTime(DAY);
  await tasks.stop();
  expect(await readState()).toEqual({
    files: ['old.webp'],
    uploads: 1,
    keys: ['old', 'new'],
    callers: ['old', 'new'],
  });
  expect(logged).toEqual([]);
});

test('a failing task is logged and does not prevent the others', async () => {
  await deleteKeysAndCalls();
  await board.db.delete(uploads);
  await addExpiredRows();
  const storage = {
    ...openUploadStorage(board),
    remove: () => Promise.reject(new Error('no such right')),
  };
  const outcomes: Partial<Record<Task, boolean>> = {};
  const onTask = (task: Task, succeeded: boolean) => {
    outcomes[task] = succeeded;
  };
  await startScheduledTasks({
    mailRate: 60,
    db: board.db,
    connectionString: board.database.url,
    storage,
    deletions,
    reminders,
    claims,
    logger,
    onTask,
  }).stop();
  expect(outcomes).toEqual({
    unused_uploads: false,
    idempotency_keys: true,
    job_reminders: true,
    inbox_digests: true,
    alert_matches: true,
    old_mails: true,
    alert_digests: true,
    old_alerts: true,
    old_reports: true,
    old_invitations: true,
    names: true,
    due_claims: true,
    old_claims: true,
    old_runs: true,
    sign_in_state: true,
    data_exports: true,
    deletion_list: true,
    dictionary: true,
    suggestions: true,
    closed_jobs: true,
    mails: true,
    counts: true,
    rate_limit_counts: true,
    descriptions: true,
    facts: true,
  });
  expect(logged).toEqual([
    expect.objectContaining({ level: 40, msg: 'Unused uploads not removed; retrying in an hour' }),
  ]);
  expect(await readState()).toEqual({
    files: ['old.webp'],
    uploads: 1,
    keys: ['new'],
    callers: ['new'],
  });
});

test('a mail that waits until it expires is dropped with a log line, which names no address', async () => {
  const { id, to_address } = await createMail(board.db, {
    status: 'queued',
    finished_at: null,
    expires_at: new Date(Date.now() + 5_000),
  });
  const storage = openUploadStorage(board);
  await startScheduledTasks({
    mailRate: 60,
    db: board.db,
    connectionString: board.database.url,
    storage,
    deletions,
    reminders,
    claims,
    logger,
  }).stop();
  const msg = 'Mail expired; it will not be sent';
  expect(logged).toEqual([expect.objectContaining({ level: 40, mail: id, msg })]);
  expect(JSON.stringify(logged)).not.toContain(to_address);
});

test('the scheduled tasks close a job within a minute of the end of its closing date', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const tasks = startScheduledTasks({
    mailRate: 60,
    db: board.db,
    connectionString: board.database.url,
    storage: openUploadStorage(board),
    deletions,
    reminders,
    claims,
    logger,
  });
  const today = new Date().toISOString().slice(0, 10);
  await createJob(board.db, { validthrough: today });
  const listed = async () => (await board.get('/api/jobs')).body.total;
  expect(await listed()).toBe(1);
  vi.setSystemTime(Date.now() + DAY);
  vi.advanceTimersByTime(60 * 1_000);
  await tasks.stop();
  expect(await listed()).toBe(0);
});
