import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  alert_addresses,
  alert_matches,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { SEND_MAIL } from '#server/mail/jobs.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { createSender } from '#server/mail/sender.ts';
import { SMTP_TIMEOUTS } from '#server/mail/smtp.ts';
import { startQueue } from '#server/queue/queue.ts';
import { createJob } from '#tests/support/factories.ts';
import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { pauseUndeliverable } from './addresses/pause-address.ts';
import { sendAlerts } from './digests/send-alerts.ts';
import { storeSearch } from './searches/store-search.ts';

const board = setUpTestBoard();
const from = { name: 'Board', address: 'jobs@board.example' };
const site = {
  outbox: createOutbox({ delivery: 'smtp', from }),
  site: { origin: 'https://board.example', name: 'Test Board' },
  rate: 6_000,
  logger: pino({ level: 'silent' }),
};
const { logger } = site;
let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await startMailCatcher();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  await board.db.delete(alert_addresses);
  await board.db.delete(mails);
  await board.db.delete(mail_state);
  await board.db.execute(sql`delete from graphile_worker._private_jobs`);
  catcher.mails.length = 0;
  catcher.reactions.length = 0;
  catcher.messages = 0;
});

async function startSending(response = SMTP_TIMEOUTS.response) {
  const sender = createSender({
    db: board.db,
    server: { host: '127.0.0.1', port: catcher.port, tls: 'none', login: undefined },
    config: { from, rate: 60_000 },
    site: site.site,
    logger,
    onRefusedRecipient: pauseUndeliverable,
    timeouts: { ...SMTP_TIMEOUTS, response },
  });
  const tasks = { [SEND_MAIL]: sender };
  const queue = await startQueue({ pool: board.pools.general, tasks, logger });
  onTestFinished(() => queue.stop());
}

/** Adds an address with a confirmed alert that has a new job. */
async function addDueAlert() {
  const address_id = uuidv7();
  await board.db.insert(alert_addresses).values({
    id: address_id,
    address: 'ada@example.com',
    link_secret: 'secret',
    time_zone: 'UTC',
  });
  const search_id = await storeSearch(board.db, { q: 'weaver' });
  const time = new Date(Date.now() - 60_000);
  await board.db.insert(alerts).values({
    id: uuidv7(),
    address_id,
    search_id,
    frequency: 'immediate',
    confirmed_at: time,
    seen_at: time,
    due_at: time,
  });
  const job = await createJob(board.db, { title: 'Weaver' });
  await board.db.delete(alert_matches);
  await board.db.insert(alert_matches).values({ search_id, job_id: job.id });
}

const statuses = async () =>
  (await board.db.select({ status: mails.status }).from(mails)).map(({ status }) => status);

test('a mail with new jobs has the headers of a mailing list and of one-click unsubscription', async () => {
  await startSending();
  await addDueAlert();
  expect(await sendAlerts(board.db, site)).toBe(1);
  await expect.poll(() => catcher.mails.length).toBe(1);
  const [mail] = catcher.mails;
  expect(mail?.subject).toBe('1 new: Jobs matching “weaver”');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  const list = mail?.headers.get('list') as unknown as Record<string, Record<string, string>>;
  expect(list.id).toMatchObject({ name: 'alerts.board.example' });
  expect(list.unsubscribe?.url).toMatch(/^https:\/\/board\.example\/alerts\/end\/[\w-]+$/);
  expect(list['unsubscribe-post']).toMatchObject({ name: 'List-Unsubscribe=One-Click' });
  expect(mail?.text).toContain('Weaver');
  expect(String(mail?.html)).toContain('<h3><a href="https://board.example/jobs/');
});

test('an address whose mail server refuses a mail for good gets no more', async () => {
  await startSending();
  await addDueAlert();
  catcher.reactions.push({ at: 'RCPT', code: 550 });
  await sendAlerts(board.db, site);
  const reason = async () =>
    (await board.db.select({ reason: alert_addresses.pause_reason }).from(alert_addresses))[0];
  await expect.poll(reason).toEqual({ reason: 'undeliverable' });
  expect(await statuses()).toEqual(['failed']);
  expect(await board.db.$count(alerts, sql`due_at is not null`)).toBe(0);
});

test('a mail server that hangs leaves the mail in the outbox once', async () => {
  await startSending(200);
  await addDueAlert();
  catcher.reactions.push({ at: 'RCPT', hangs: true });
  expect(await sendAlerts(board.db, site)).toBe(1);
  const [row] = await board.db.select().from(mails);
  const failure = async () =>
    (
      await board.db
        .select()
        .from(mails)
        .where(eq(mails.id, row?.id ?? ''))
    )[0]?.failure;
  await expect.poll(failure).toBeTruthy();
  await board.db.update(alerts).set({ due_at: sql`now()` });
  expect(await sendAlerts(board.db, site)).toBe(0);
  expect(await statuses()).toEqual(['queued']);
  expect(await board.db.$count(alert_sent_jobs)).toBe(1);
});
