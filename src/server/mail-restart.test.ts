import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { end, freePort, makeDataDir, type Running, run } from '#tests/support/process.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { mail_state, mails } from './db/mail-tables.ts';
import { createOutbox } from './mail/outbox.ts';
import { makeJobsDue } from './mail/testing/make-jobs-due.ts';

let database: TestDatabase;
let catcher: MailCatcher;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  catcher = await startMailCatcher();
  dataDir = await makeDataDir();
});
afterAll(async () => {
  await catcher.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.delete(mails);
  await database.db.delete(mail_state);
  catcher.mails.length = 0;
  catcher.messages = 0;
});

let server: Running | undefined;
afterEach(async () => {
  if (server) await end(server);
  server = undefined;
});

async function startServer(rate = 60_000): Promise<Running> {
  server = run('main', {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SMTP_URL: catcher.url,
    MAIL_FROM: 'jobs@board.example',
    MAIL_RATE: String(rate),
  });
  await server.says('is ready at http');
  return server;
}

async function kill(running: Running): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended;
  server = undefined;
}

const outbox = createOutbox({
  delivery: 'smtp',
  from: { name: 'Board', address: 'jobs@board.example' },
});

async function queueMail(subject: string) {
  const reason = 'You have an account at this board.';
  await database.db.transaction((tx) =>
    outbox.queue(tx, {
      to: 'ada@example.com',
      subject,
      content: { heading: subject, paragraphs: [], reason },
    }),
  );
  const [mail] = await database.db.select().from(mails).where(eq(mails.subject, subject));
  if (!mail) throw new Error('the mail is not in the outbox');
  return mail;
}

const read = async (id: string) =>
  (await database.db.select().from(mails).where(eq(mails.id, id)))[0];

/**
 * Moves the times that the killed process has stored into the past, so that the next process need not wait until its
 * locks and attempts count as ended.
 */
async function letTimePass(): Promise<void> {
  await database.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`,
  );
  await database.db.update(mails).set({ attempted_at: new Date(Date.now() - 3_600_000) });
}

test('a public board without a mail server logs this at startup, and so does a board whose mail is paused', async () => {
  const start = (settings: Record<string, string>) =>
    run('main', { DATABASE_URL: database.url, DATA_DIR: dataDir, ...settings });
  const PORT = String(await freePort());
  server = start({ PORT, PUBLIC_URL: 'https://jobs.example' });
  await server.says('Mail disabled: the board cannot send mails');
  await end(server);
  await database.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'restored' });
  server = start({ PORT, SMTP_URL: catcher.url, MAIL_FROM: 'jobs@board.example' });
  await server.says('Mail paused: emails wait');
});

test('a mail is sent even if the server is killed after the commit and before it attempts to send the mail', async () => {
  const first = await startServer(1);
  await queueMail('First');
  await expect.poll(() => catcher.mails.length).toBe(1);
  // The second mail is sent only in the next minute, because one mail per minute is allowed.
  const { id } = await queueMail('Second');
  const locked = sql`select from graphile_worker.jobs where locked_at is not null`;
  await expect.poll(async () => (await database.db.execute(locked)).rowCount).toBe(1);
  await kill(first);
  await letTimePass();
  await database.db.delete(mail_state);
  await startServer();
  await expect.poll(async () => (await read(id))?.status).toBe('sent');
  expect(catcher.mails.map(({ subject }) => subject)).toEqual(['First', 'Second']);
});

test('if a server is killed during an attempt to send a mail, the outcome is unknown, and the mail is sent once more', async () => {
  const first = await startServer();
  catcher.reactions.push({ at: 'DATA', hangs: true });
  const { id, message_id } = await queueMail('Interrupted');
  await expect.poll(() => catcher.messages).toBe(1);
  await kill(first);
  expect(await read(id)).toMatchObject({ status: 'sending', attempts: 1 });
  await letTimePass();
  await startServer();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      status: 'queued',
      unknown_outcomes: 1,
      failure: expect.stringContaining('interrupted'),
    });
  await makeJobsDue(database.db);
  await expect.poll(async () => (await read(id))?.status).toBe('sent');
  expect(catcher.mails.map(({ messageId }) => messageId)).toEqual([message_id]);
  expect(catcher.messages).toBe(2);
});

test('a server that is stopped during an attempt to send a mail stores the outcome of the attempt', async () => {
  const first = await startServer();
  let accept = () => {};
  const after = new Promise<void>((resolve) => {
    accept = resolve;
  });
  catcher.reactions.push({ at: 'DATA', after });
  const { id } = await queueMail('Stopped');
  await expect.poll(() => catcher.messages).toBe(1);
  first.child.kill('SIGTERM');
  accept();
  expect(await first.ended).toBe(0);
  server = undefined;
  expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
});
