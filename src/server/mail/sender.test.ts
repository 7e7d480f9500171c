import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { type Queue, startQueue } from '#server/queue/queue.ts';
import { createMail } from '#tests/support/factories.ts';
import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { SEND_MAIL } from './jobs.ts';
import type { MailOutcome } from './mail-metrics.ts';
import {
  deleteOldMails,
  FAILED_MAIL_DAYS,
  recoverMails,
  SENT_MAIL_DAYS,
} from './maintain-outbox.ts';
import { createOutbox, type Mail } from './outbox.ts';
import { INTERRUPTED_AFTER, MAX_ATTEMPTS } from './retry-policy.ts';
import { createSender } from './sender.ts';
import { SMTP_TIMEOUTS } from './smtp.ts';
import { makeJobsDue } from './testing/make-jobs-due.ts';

const board = setUpTestBoard();
const from = { name: 'Board', address: 'jobs@board.example' };
const SITE: LiveSite = { name: 'Test Board', origin: 'https://board.example' };
const outbox = createOutbox({ delivery: 'smtp', from });

let catcher: MailCatcher;
let logged: string;
let outcomes: MailOutcome[];
const logger = pino(
  { level: 'debug' },
  {
    write(line: string) {
      logged += line;
    },
  },
);

beforeAll(async () => {
  catcher = await startMailCatcher();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  await board.db.delete(mails);
  await board.db.delete(mail_state);
  await board.db.execute(sql`delete from graphile_worker._private_jobs`);
  catcher.mails.length = 0;
  catcher.reactions.length = 0;
  catcher.messages = 0;
  outcomes = [];
  logged = '';
});

const running: Queue[] = [];
afterEach(async () => {
  for (const queue of running.splice(0)) await queue.stop();
});

/** Starts sending the mails in the outbox, as a server does. */
async function startSending({
  rate = 60_000,
  timeouts = SMTP_TIMEOUTS,
  site = SITE,
} = {}): Promise<Queue> {
  const server = { host: '127.0.0.1', port: catcher.port, tls: 'none', login: undefined } as const;
  const sender = createSender({
    db: board.db,
    server,
    config: { from, rate },
    site,
    logger,
    onOutcome: (outcome) => outcomes.push(outcome),
    timeouts,
  });
  const queue = await startQueue({
    pool: board.pools.general,
    tasks: { [SEND_MAIL]: sender },
    logger,
  });
  running.push(queue);
  return queue;
}

const MAIL = {
  to: 'ada@example.com',
  subject: 'Größe',
  content: {
    heading: 'A heading',
    paragraphs: ['A paragraph with <b>markup</b> & an ampersand.'],
    button: { label: 'Open', url: 'https://board.example/jobs?a=1&b=2' },
    reason: 'You have an account at this board.',
  },
} satisfies Mail;

const CODE = {
  ...MAIL,
  content: { ...MAIL.content, code: '4829 1305', subject: '4829 1305 is your code' },
  expiresAt: new Date('2031-01-01T00:00:00Z'),
  turn: 0,
} satisfies Mail;

async function queue(mail: Mail = MAIL) {
  await board.db.transaction((tx) => outbox.queue(tx, mail));
  const [row] = await board.db.select().from(mails).orderBy(sql`${mails.id} desc`);
  if (!row) throw new Error('no mail is queued');
  return row;
}

const findMail = async (id: string) => {
  const [row] = await board.db.select().from(mails).where(eq(mails.id, id));
  return row;
};
const statusOf = async (id: string) => (await findMail(id))?.status;

test('a queued mail is sent after the commit, and arrives as it was written', async () => {
  await startSending();
  const { id, message_id } = await queue();
  await expect.poll(() => statusOf(id)).toBe('sent');
  const [mail] = catcher.mails;
  expect(mail).toMatchObject({ subject: 'Größe', messageId: message_id });
  expect(mail?.from?.value).toEqual([from]);
  expect(mail?.to).toMatchObject({ value: [{ name: '', address: MAIL.to }] });
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.text).toContain('A paragraph with <b>markup</b> & an ampersand.');
  expect(mail?.text).toContain('Open:\nhttps://board.example/jobs?a=1&b=2');
  expect(mail?.html).toContain(
    'A paragraph with &#60;b&#62;markup&#60;/b&#62; &#38; an ampersand.',
  );
  expect(await findMail(id)).toMatchObject({ attempts: 1, failure: null });
  expect(outcomes).toEqual(['sent']);
});

test('a mail with a link that ends such mails has the headers of one-click unsubscription', async () => {
  await startSending();
  const unsubscribe = 'https://board.example/reminders/x';
  const { id } = await queue({ ...MAIL, content: { ...MAIL.content, unsubscribe } });
  await expect.poll(() => statusOf(id)).toBe('sent');
  const [mail] = catcher.mails;
  const header = (name: string) => mail?.headerLines.find(({ key }) => key === name)?.line;
  expect(header('list-unsubscribe')).toBe(`List-Unsubscribe: <${unsubscribe}>`);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(`End these emails:\n${unsubscribe}`);
  expect(mail?.html).toContain(`<a href="${unsubscribe}">End these emails</a>`);
});

test('a mail is not sent if its transaction is rolled back', async () => {
  await startSending();
  const failing = board.db.transaction(async (tx) => {
    await outbox.queue(tx, { ...MAIL, subject: 'Rolled back' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const { id } = await queue();
  await expect.poll(() => statusOf(id)).toBe('sent');
  expect(catcher.mails.map(({ subject }) => subject)).toEqual([MAIL.subject]);
});

test('a code is deleted once it is sent; the other content is deleted with the mail', async () => {
  await startSending();
  const code = await queue(CODE);
  const other = await queue();
  await expect.poll(() => statusOf(code.id)).toBe('sent');
  await expect.poll(() => statusOf(other.id)).toBe('sent');
  const [sent] = catcher.mails;
  expect(sent?.subject).toBe('4829 1305 is your code');
  expect(sent?.text?.trimEnd().split('\n').at(-1)).toBe('@board.example #48291305');
  expect(await findMail(code.id)).toMatchObject({ subject: MAIL.subject, content: null });
  expect((await findMail(other.id))?.content).toEqual(MAIL.content);
});

test('after a temporary failure, the mail is sent again with growing delays and the same Message-ID', async () => {
  await startSending();
  catcher.reactions.push({ at: 'RCPT', code: 450 }, { at: 'DATA', code: 451 });
  const { id, message_id } = await queue();
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 2],
  ] as const) {
    await expect
      .poll(() => findMail(id))
      .toMatchObject({ status: 'queued', attempts, failure: expect.stringMatching(/^45/) });
    const mail = await findMail(id);
    const delay = (mail?.next_attempt_at.getTime() ?? 0) - (mail?.attempted_at?.getTime() ?? 0);
    expect(Math.round(delay / 60_000)).toBe(minutes);
    await makeJobsDue(board.db);
  }
  await expect.poll(() => statusOf(id)).toBe('sent');
  expect(outcomes).toEqual(['retried', 'retried', 'sent']);
  expect(catcher.mails.map(({ messageId }) => messageId)).toEqual([message_id]);
});

test('a temporary failure becomes permanent after the last attempt', async () => {
  await startSending();
  catcher.reactions.push({ at: 'RCPT', code: 450 });
  const { id } = await createMail(board.db, { status: 'queued', attempts: MAX_ATTEMPTS - 1 });
  await recoverMails(board.db);
  await expect.poll(() => statusOf(id)).toBe('failed');
});

test('after a permanent failure, the mail is not sent again, and the reason is stored', async () => {
  await startSending();
  catcher.reactions.push({ at: 'RCPT', code: 550 });
  const { id } = await queue();
  await expect.poll(() => statusOf(id)).toBe('failed');
  expect((await findMail(id))?.failure).toMatch(/^550/);
  await makeJobsDue(board.db);
  const next = await queue();
  await expect.poll(() => statusOf(next.id)).toBe('sent');
  expect(catcher.mails).toHaveLength(1);
  expect((await findMail(id))?.attempts).toBe(1);
});

/** A site whose name throws an error at the first use, as if the template of mails had a defect. */
function failingSite(): LiveSite {
  let failures = 1;
  return {
    ...SITE,
    get name() {
      if (failures-- > 0) throw new Error('no name');
      return SITE.name;
    },
  };
}

test.each([
  [
    'its content is invalid',
    { ...CODE.content, paragraphs: 'one' as unknown as string[] },
    SITE,
    'The email could not be built: content.paragraphs: Invalid input: expected array, received string',
  ],
  [
    'the template fails',
    CODE.content,
    failingSite(),
    'The email could not be built; the log of the server says why',
  ],
])('a mail that cannot be built because %s fails at once', async (_, content, site, failure) => {
  await startSending({ site });
  const { id } = await createMail(board.db, { status: 'queued', finished_at: null, content });
  await recoverMails(board.db);
  await expect.poll(() => statusOf(id)).toBe('failed');
  expect(await findMail(id)).toMatchObject({ failure, attempts: 2, unknown_outcomes: 0 });
  await expect.poll(() => outcomes).toEqual(['failed']);
  expect(logged).toContain('Mail not built; it will not be sent');
  expect(logged).not.toMatch(/ada@|ABCD/);
  const next = await queue();
  await expect.poll(() => statusOf(next.id)).toBe('sent');
  expect(catcher.mails.map(({ messageId }) => messageId)).toEqual([next.message_id]);
});

test('a mail with an unknown outcome is sent once more, and then listed as possibly sent', async () => {
  await startSending();
  catcher.reactions.push(
    { at: 'DATA', closes: true, accepts: true },
    { at: 'DATA', closes: true, accepts: true },
  );
  const { id, message_id } = await queue();
  await expect
    .poll(() => findMail(id))
    .toMatchObject({ status: 'queued', unknown_outcomes: 1, failure: expect.any(String) });
  await makeJobsDue(board.db);
  await expect.poll(() => statusOf(id)).toBe('unknown');
  await makeJobsDue(board.db);
  await recoverMails(board.db);
  const next = await queue();
  await expect.poll(() => statusOf(next.id)).toBe('sent');
  const ids = catcher.mails.map(({ messageId }) => messageId);
  expect(ids).toEqual([message_id, message_id, next.message_id]);
});

test('if its process has ended, an attempt to send a mail has an unknown outcome', async () => {
  const interrupted = (age: number) => ({
    status: 'sending' as const,
    attempts: 1,
    attempted_at: new Date(Date.now() - age),
    finished_at: null,
  });
  const old = await createMail(board.db, interrupted(INTERRUPTED_AFTER + 1_000));
  const recent = await createMail(board.db, interrupted(1_000));
  const recover = () => recoverMails(board.db, (outcome) => outcomes.push(outcome));
  await Promise.all([recover(), recover()]);
  expect(outcomes).toEqual(['retried']);
  expect(await findMail(old.id)).toMatchObject({ status: 'queued', unknown_outcomes: 1 });
  expect(await findMail(recent.id)).toMatchObject({ status: 'sending', unknown_outcomes: 0 });
  await startSending();
  await makeJobsDue(board.db);
  await expect.poll(() => statusOf(old.id)).toBe('sent');
  expect(catcher.mails).toHaveLength(1);
});

test('the outcome of an attempt is stored although the database closes all connections during the attempt', async () => {
  await startSending();
  let accept = () => {};
  const after = new Promise<void>((resolve) => {
    accept = resolve;
  });
  catcher.reactions.push({ at: 'DATA', after });
  const { id } = await queue();
  await expect.poll(() => catcher.messages).toBe(1);
  const client = new pg.Client({ connectionString: board.databaseUrl });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
  accept();
  await expect.poll(() => statusOf(id)).toBe('sent');
  const next = await queue();
  await expect.poll(() => statusOf(next.id)).toBe('sent');
  expect(catcher.mails).toHaveLength(2);
});

test('a mail without a job in the queue gets a new job', async () => {
  await startSending();
  const { id } = await createMail(board.db, { status: 'queued' });
  await recoverMails(board.db);
  await expect.poll(() => statusOf(id)).toBe('sent');
});

test('a queue job that a killed process has locked is repeated', async () => {
  const { id } = await queue();
  await board.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes', locked_by = 'killed'`,
  );
  await startSending();
  await recoverMails(board.db);
  await expect.poll(() => statusOf(id)).toBe('sent');
});

test('an expired mail is not sent, and its content is deleted', async () => {
  await startSending();
  // The mail would arrive a few seconds before it expires.
  const expired = await queue({ ...CODE, expiresAt: new Date(Date.now() + 5_000) });
  const next = await queue();
  await expect.poll(() => statusOf(next.id)).toBe('sent');
  const ended: MailOutcome[] = [];
  await recoverMails(board.db, (outcome) => ended.push(outcome));
  expect(ended).toEqual(['expired']);
  expect(await findMail(expired.id)).toMatchObject({
    status: 'failed',
    failure: 'Expired before it was sent',
    content: null,
  });
  expect(catcher.mails).toHaveLength(1);
});

test('mails that must not be sent do not delay others', async () => {
  for (let n = 0; n < 5; n += 1) await queue({ ...CODE, expiresAt: new Date(Date.now() - 1) });
  const next = await queue();
  await startSending({ rate: 1 });
  await expect.poll(() => statusOf(next.id)).toBe('sent');
});

test('no mail is sent while sending is paused', async () => {
  await startSending();
  await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
  const { id } = await queue();
  const jobs = () => board.db.execute(sql`select from graphile_worker.jobs`);
  await expect.poll(async () => (await jobs()).rowCount).toBe(0);
  await recoverMails(board.db);
  expect((await jobs()).rowCount).toBe(0);
  expect(await findMail(id)).toMatchObject({ status: 'queued', attempts: 0 });
  await board.db.update(mail_state).set({ paused_at: null, pause_reason: null });
  await recoverMails(board.db);
  await expect.poll(() => statusOf(id)).toBe('sent');
});

test('mails are sent at the configured rate, whichever process sends them', async () => {
  const reserved = async () => {
    const [state] = await board.db.select({ at: mail_state.next_send_at }).from(mail_state);
    return state?.at?.getTime() ?? 0;
  };
  await startSending({ rate: 600 });
  await startSending({ rate: 600 });
  const before = Date.now();
  const queued = [];
  for (let n = 0; n < 5; n += 1) queued.push(await queue());
  for (const { id } of queued) await expect.poll(() => statusOf(id)).toBe('sent');
  // Each mail reserves a time slot of a tenth of a second.
  expect((await reserved()) - before).toBeGreaterThanOrEqual(500);
  const times = (await board.db.select().from(mails)).map((mail) => Number(mail.attempted_at));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(300);
});

test('if a process stops, the next one sends the mails that it has not begun to send', async () => {
  const queue1 = await startSending({ rate: 1 });
  const first = await queue();
  await expect.poll(() => statusOf(first.id)).toBe('sent');
  const second = await queue();
  const locked = () =>
    board.db.execute(sql`select from graphile_worker.jobs where locked_at is not null`);
  await expect.poll(async () => (await locked()).rowCount).toBe(1);
  running.length = 0;
  await queue1.stop();
  expect(await findMail(second.id)).toMatchObject({ status: 'queued', attempts: 0 });
  await board.db.delete(mail_state);
  await startSending();
  await expect.poll(() => statusOf(second.id)).toBe('sent');
});

test('neither the log nor the queue contains an address, a subject, a code or the response of the mail server', async () => {
  await startSending();
  catcher.reactions.push({ at: 'RCPT', code: 450 }, { at: 'RCPT', code: 550 });
  const ids = [(await queue(CODE)).id];
  await expect.poll(() => outcomes.length).toBe(1);
  ids.push((await queue(CODE)).id);
  await expect.poll(() => outcomes.length).toBe(2);
  await makeJobsDue(board.db);
  await expect.poll(() => outcomes.length).toBe(3);
  expect(outcomes.sort()).toEqual(['failed', 'retried', 'sent']);
  expect(logged).toContain('Mail not sent');
  for (const id of ids) expect(logged).toContain(id);
  const { rows } = await board.db.execute(sql`select * from graphile_worker._private_jobs`);
  for (const text of [logged, JSON.stringify(rows)]) {
    expect(text).not.toMatch(/\b[Aa]da\b|example\.com|Größe|ABCD|[Rr]efused/);
  }
});

test('old mails are deleted', async () => {
  const daysAgo = (days: number) => ({ finished_at: new Date(Date.now() - days * 86_400_000) });
  const remaining = [
    await createMail(board.db, { status: 'sent', ...daysAgo(SENT_MAIL_DAYS - 1) }),
    await createMail(board.db, { status: 'failed', ...daysAgo(FAILED_MAIL_DAYS - 1) }),
    await createMail(board.db, { status: 'queued', finished_at: null }),
  ];
  await createMail(board.db, { status: 'sent', ...daysAgo(SENT_MAIL_DAYS + 1) });
  await createMail(board.db, { status: 'captured', ...daysAgo(SENT_MAIL_DAYS + 1) });
  await createMail(board.db, { status: 'failed', ...daysAgo(FAILED_MAIL_DAYS + 1) });
  await createMail(board.db, { status: 'unknown', ...daysAgo(FAILED_MAIL_DAYS + 1) });
  const expired = await createMail(board.db, { expires_at: new Date(Date.now() - 1_000) });
  await deleteOldMails(board.db);
  const left = (await board.db.select().from(mails)).map(({ id }) => id);
  expect(left.sort()).toEqual([...remaining, expired].map(({ id }) => id).sort());
  expect((await findMail(expired.id))?.content).toBeNull();
});
