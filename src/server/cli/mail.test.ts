import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '#server/board.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createMail } from '#tests/support/factories.ts';
import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { run } from '#tests/support/process.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let catcher: MailCatcher;
beforeAll(async () => {
  database = await openTestDatabase();
  catcher = await startMailCatcher();
});
afterAll(async () => {
  await catcher.close();
  await database.close();
});

const mail = (parameters: string[], settings: Record<string, string> = {}) =>
  runInProcess(
    'mail',
    {
      DATABASE_URL: database.url,
      SMTP_URL: catcher.url,
      MAIL_FROM: 'jobs@board.example',
      SITE_NAME: 'Oslo Jobs',
      ...settings,
    },
    parameters,
  );

test('`mail test` sends a mail at once', async () => {
  expect(await mail(['test', 'ada@example.com'])).toEqual({
    exitCode: 0,
    output: 'The mail server has accepted the email to ada@example.com.\n',
    errors: '',
  });
  expect(catcher.mails).toHaveLength(1);
  expect(catcher.mails[0]).toMatchObject({
    subject: 'Test mail from Oslo Jobs',
    from: { value: [{ name: 'Oslo Jobs', address: 'jobs@board.example' }] },
    to: { value: [{ address: 'ada@example.com' }] },
  });
});

test('`mail test` prints the reason if the mail was not sent', async () => {
  catcher.reactions.push({ at: 'RCPT', code: 550 });
  expect(await mail(['test', 'ada@example.com'])).toMatchObject({
    exitCode: 1,
    errors: expect.stringMatching(/^The email was not sent to ada@example.com: 550/),
  });
});

test('`mail test` explains which setting or argument is missing', async () => {
  expect(await mail(['test', 'ada'])).toMatchObject({
    exitCode: 1,
    errors: 'ada is not an email address.\n',
  });
  expect(await mail(['test', 'ada@example.com'], { SMTP_URL: '', MAIL_FROM: '' })).toMatchObject({
    exitCode: 1,
    errors: 'No mail server is configured: set SMTP_URL and MAIL_FROM.\n',
  });
  expect(await mail(['test'])).toMatchObject({ exitCode: 2 });
});

test('`mail resume` ends a pause, and the audit trail records it', async () => {
  const { db } = database;
  await db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'restored' });
  expect(await mail(['resume'])).toMatchObject({ exitCode: 0, output: 'Emails are sent again.\n' });
  expect(await mail(['resume'])).toMatchObject({
    exitCode: 0,
    output: 'Emails were not paused.\n',
  });
  expect(await db.select().from(mail_state)).toMatchObject([
    { paused_at: null, pause_reason: null },
  ]);
  expect(await db.select().from(audit_events)).toMatchObject([
    { actor: 'npm run board -- mail', kind: 'mail', thing_id: 'sending', action: 'update' },
  ]);
});

test('`mail list` prints the mails that need attention, or the mails with a given status or text', async () => {
  const { db } = database;
  const failed = await createMail(db, { subject: 'A refused mail', failure: '550 No such user' });
  await createMail(db, { subject: 'A mail that arrived', status: 'sent' });
  const listed = await mail(['list']);
  expect(listed.exitCode).toBe(0);
  expect(listed.output).toContain('A refused mail');
  expect(listed.output).toContain(failed.id);
  expect(listed.output).toContain('550 No such user');
  expect(listed.output).not.toContain('A mail that arrived');
  const sent = await mail(['list', '--status', 'sent']);
  expect(sent.output).toContain('A mail that arrived');
  expect(sent.output).not.toContain('A refused mail');
  const found = await mail(['list', '--status', 'all', '--search', 'THAT arrived']);
  expect(found.output.trimEnd().split('\n')).toHaveLength(2);
  expect(await mail(['list', '--search', 'nothing'])).toMatchObject({ output: 'None\n' });
  expect(await mail(['list', '--status', 'lost'])).toMatchObject({ exitCode: 2 });
});

test('`mail resend` queues a mail that failed, once', async () => {
  const { db } = database;
  const { id } = await createMail(db, { subject: 'Once more' });
  expect(await mail(['resend', id])).toMatchObject({
    exitCode: 0,
    output: 'The email is queued.\n',
  });
  expect(await db.select().from(mails).where(eq(mails.id, id))).toMatchObject([
    { status: 'queued', attempts: 0 },
  ]);
  expect(await mail(['resend', id])).toMatchObject({
    exitCode: 1,
    errors: 'This email is waiting to be sent, or was sent.\n',
  });
  expect(await mail(['resend', 'x'])).toMatchObject({
    exitCode: 1,
    errors: 'There is no such email.\n',
  });
});

test('`mail pause` makes mails wait until sending is resumed', async () => {
  expect(await mail(['pause'])).toMatchObject({
    exitCode: 0,
    output: 'Emails are paused. New ones wait.\n',
  });
  expect(await mail(['pause'])).toMatchObject({ output: 'Emails were already paused.\n' });
  expect(await database.db.select().from(mail_state)).toMatchObject([{ pause_reason: 'admin' }]);
  expect(await mail(['resume'])).toMatchObject({ output: 'Emails are sent again.\n' });
});

test('`sources work` refuses to start without a mail server if the board sends mails, because it could ask nobody', async () => {
  /** Starts and stops a server. */
  const serve = async (settings: Record<string, string> = {}) => {
    const config = readConfig({ DATABASE_URL: database.url, ...settings });
    await (await prepareDatabase(config, pino({ level: 'silent' }))).close();
  };
  const work = async (settings: Record<string, string> = {}) => {
    const url = { DATABASE_URL: database.url, ...settings };
    const command = run('sources', url, ['work', '--idle', '1']);
    return { exitCode: await command.ended, output: command.output() };
  };
  const from = { SMTP_URL: catcher.url, MAIL_FROM: 'jobs@board.example' };
  // The board has sent no email yet.
  await serve(from);
  const refused = await work();
  expect([refused.exitCode, refused.output]).toEqual([
    1,
    expect.stringContaining('Set SMTP_URL and MAIL_FROM as on the servers.'),
  ]);
  expect((await work(from)).exitCode).toBe(0);
  await serve();
  expect((await work()).exitCode).toBe(0);
});
