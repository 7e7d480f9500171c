import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  alert_addresses,
  alert_confirmations,
  alert_searches,
  alerts,
} from '#server/db/alert-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { createOutbox, type Outbox } from '#server/mail/outbox.ts';
import { deleteOldAlerts } from '#server/modules/alerts/retention/commands.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { sendAlerts } from './digests/send-alerts.ts';
import { alertsIn, pathOf, subscriberOf, tickedIn } from './testing/subscriber.ts';

const board = setUpTestBoard();
const { mailsTo, lastMail, open, subscribe, confirm, addMatch, readAlerts } = subscriberOf(board);

const from = { name: 'Board', address: 'jobs@board.example' };
const siteWith = (outbox: Outbox) => ({
  outbox,
  site: { origin: 'http://localhost:3000', name: 'Test Board' },
  rate: 6_000,
  logger: pino({ level: 'silent' }),
});
const send = () => sendAlerts(board.db, siteWith(createOutbox({ delivery: 'captured', from })));
/** Leaves mails in the outbox, as a board with a mail server does until they are sent. */
const sendQueued = () => sendAlerts(board.db, siteWith(createOutbox({ delivery: 'smtp', from })));

beforeEach(async () => {
  await board.db.delete(alert_addresses);
  await board.db.delete(alert_searches);
  await board.db.delete(alert_confirmations);
  await board.db.delete(mails);
  await board.db.delete(mail_state);
  await board.db.execute(sql`delete from graphile_worker._private_jobs`);
});

const subscribed = async (values: { email?: string; search?: string; frequency?: string } = {}) => {
  await subscribe(values);
  await confirm(values.email);
};

async function digest() {
  await addMatch();
  expect(await send()).toBe(1);
  return lastMail();
}

/** The path of the page of all alerts of the address. */
const managePath = async () => pathOf((await digest()).links?.[0]?.url);

describe('a stranger who enters an address again and again', () => {
  const flood = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      await subscribe({ search: `?q=stranger+${number}` });
    }
  };

  test('does not keep its owner from subscribing', async () => {
    await flood(MAX_ALERTS + 5);
    expect(await board.db.$count(alerts)).toBe(MAX_ALERTS);
    await subscribe({ search: '?q=weaver' });
    const { html } = await open(pathOf((await lastMail()).button?.url));
    expect(html).toContain('matching “weaver”');
    expect(html).toContain(`matching “stranger ${MAX_ALERTS + 4}”`);
    expect(html).not.toContain('matching “stranger 5”');
    expect(alertsIn(html)).toHaveLength(MAX_ALERTS);
  });

  test('does not make an address get more searches than it may have', async () => {
    await subscribed();
    await flood(MAX_ALERTS);
    const manage = await managePath();
    const page = await open(manage, {
      do: 'confirm',
      alert: alertsIn((await open(manage)).html),
    });
    expect(page.html).toContain(`You have ${MAX_ALERTS} alerts`);
    expect(await board.db.$count(alerts, isNotNull(alerts.confirmed_at))).toBe(MAX_ALERTS);
    expect(await board.db.$count(alerts, isNull(alerts.confirmed_at))).toBe(1);
    await subscribe({ search: '?q=surplus' });
    expect((await readAlerts()).map(({ query }) => query)).not.toContain('?q=surplus');
  });
});

describe('emails that have ended', () => {
  test('end once, however often a mail program asks, and also if their mails wait', async () => {
    await subscribed();
    const end = pathOf((await digest()).unsubscribe);
    await addMatch();
    expect(await sendQueued()).toBe(1);
    for (let number = 0; number < 3; number += 1) {
      const page = await open(end, { 'List-Unsubscribe': 'One-Click' });
      expect(page.status).toBe(200);
      expect(page.html).toContain('These emails have ended');
      expect(page.html).toContain('Subscribe again');
    }
    expect((await open(end)).html).toContain('These emails have ended');
    const waiting = and(eq(mails.status, 'queued'), sql`coalesce(expires_at > now(), true)`);
    expect(await board.db.$count(mails, waiting)).toBe(0);
    await addMatch();
    expect(await send()).toBe(0);
  });

  test('begin again on the same day by the link of the confirming mail', async () => {
    await subscribe();
    const link = pathOf((await lastMail()).button?.url);
    await confirm();
    await open(pathOf((await digest()).unsubscribe), {});
    expect((await open(link)).html).toContain('You have no confirmed alerts');
    await subscribe({ frequency: 'weekly' });
    const { html } = await open(link);
    expect(html).toContain('matching “weaver” · Every week');
    await open(link, { alert: alertsIn(html) });
    expect(await readAlerts()).toMatchObject([{ frequency: 'weekly', confirmed: true, due: true }]);
  });

  test('are not confirmed with another search', async () => {
    await subscribed();
    await open(pathOf((await digest()).unsubscribe), {});
    await subscribe({ search: '?q=dyer' });
    const link = (await mailsTo())[0]?.content?.button?.url;
    const { html } = await open(pathOf(link));
    expect(html).toContain('matching “dyer”');
    expect(html).not.toContain('matching “weaver”');
  });

  test('are deleted with their address after some days', async () => {
    await subscribed();
    await open(pathOf((await digest()).unsubscribe), {});
    await board.db.update(alert_addresses).set({ created_at: sql`now() - interval '1 year'` });
    await deleteOldAlerts(board.db);
    expect(await board.db.$count(alert_addresses)).toBe(1);
    await board.db.update(alerts).set({ created_at: sql`now() - interval '4 days'` });
    await deleteOldAlerts(board.db);
    expect(await board.db.$count(alert_addresses)).toBe(0);
  });
});

describe('a confirming mail', () => {
  const asked = () => board.db.$count(alert_confirmations);

  test('comes again after its owner has deleted everything, and the earlier one is deleted', async () => {
    await subscribed();
    const path = await managePath();
    await subscribe({ search: '?q=dyer' });
    await open(path, { do: 'erase-now' });
    expect(await mailsTo()).toEqual([]);
    expect(await asked()).toBe(0);
    for (let number = 0; number < 3; number += 1) await subscribe();
    expect(await mailsTo()).toHaveLength(1);
    await open(pathOf((await lastMail()).button?.url), {});
  });

  test('comes again after the last alert was deleted', async () => {
    await subscribed();
    const path = await managePath();
    const [alert = ''] = alertsIn((await open(path)).html);
    const page = await open(path, { do: 'delete', alert });
    expect(page.html).toContain('Your alerts are deleted');
    await subscribe();
    expect(await mailsTo()).toHaveLength(1);
  });

  test('comes again if the earlier one was not sent', async () => {
    await subscribe();
    await board.db.update(mails).set({ status: 'failed' });
    await subscribe();
    expect(await mailsTo()).toHaveLength(2);
    await subscribe();
    expect(await mailsTo()).toHaveLength(2);
  });

  test('confirms the searches that were entered since, and at least one', async () => {
    await subscribe();
    const path = pathOf((await lastMail()).button?.url);
    await subscribe({ search: '?q=dyer' });
    await subscribe({ search: '?q=old' });
    const old = sql`search_id = (select id from alert_searches where query = '?q=old')`;
    await board.db.update(alerts).set({ created_at: sql`now() - interval '1 hour'` }).where(old);
    const { html } = await open(path);
    expect([alertsIn(html).length, tickedIn(html)]).toEqual([3, 2]);
    const none = await open(path, {});
    expect(none.status).toBe(400);
    expect(none.html).toContain('Choose at least one search');
    expect(await board.db.$count(alerts, isNotNull(alerts.confirmed_at))).toBe(0);
    const page = await open(path, { alert: alertsIn(html).slice(0, 2) });
    expect(page.html).toContain('You get new jobs by email');
    // The search that is left was entered before the mail, and is the only one that the link can confirm.
    expect(tickedIn((await open(path)).html)).toBe(1);
  });

  test('does not promise emails while all are paused', async () => {
    await subscribed();
    const manage = await managePath();
    await open(manage, { do: 'pause' });
    await subscribe({ search: '?q=dyer' });
    const path = pathOf((await mailsTo())[0]?.content?.button?.url);
    const page = await open(path, { alert: alertsIn((await open(path)).html) });
    expect(page.html).toContain('You get no emails at present');
    expect(page.html).toContain('You have paused all emails');
  });
});

test('a pause keeps back mails that wait to be sent', async () => {
  await subscribed();
  const path = await managePath();
  await addMatch();
  expect(await sendQueued()).toBe(1);
  await open(path, { do: 'pause' });
  const [queued] = await board.db.select().from(mails).where(eq(mails.status, 'queued'));
  expect(queued?.expires_at?.getTime()).toBeLessThanOrEqual(Date.now());
});

describe('the time zone', () => {
  const zone = async () =>
    (await board.db.select({ zone: alert_addresses.time_zone }).from(alert_addresses))[0]?.zone;

  test('is that of the last request until an alert is confirmed', async () => {
    await subscribe({ timezone: 'Asia/Tokyo' });
    await subscribe({ timezone: 'Europe/Lisbon', search: '?q=dyer' });
    expect(await zone()).toBe('Europe/Lisbon');
    await confirm();
    await subscribe({ timezone: 'Asia/Tokyo', search: '?q=spinner' });
    expect(await zone()).toBe('Europe/Lisbon');
  });

  test('can be changed, and daily mails come at 8 there', async () => {
    await subscribed();
    await subscribe({ search: '?q=dyer', frequency: 'daily' });
    const path = await managePath();
    await open(path, { do: 'confirm', alert: alertsIn((await open(path)).html) });
    expect((await open(path)).html).toMatch(/<option selected>Europe\/Berlin/);
    const page = await open(path, { do: 'zone', timezone: 'Asia/Tokyo' });
    expect(page.html).toContain('Your time zone is saved');
    expect(await zone()).toBe('Asia/Tokyo');
    const [daily] = await board.db.select().from(alerts).where(eq(alerts.frequency, 'daily'));
    expect(daily?.due_at?.toLocaleString('en', { timeZone: 'Asia/Tokyo', hour: 'numeric' })).toBe(
      '8 AM',
    );
    await open(path, { do: 'zone', timezone: 'Nowhere' });
    expect(await zone()).toBe('Asia/Tokyo');
  });
});

test('a form that is not valid is shown again with its values and the error at its field', async () => {
  const page = await open('/alerts', {
    search: '?q=weaver',
    email: 'nobody',
    frequency: 'weekly',
    timezone: 'Asia/Tokyo',
  });
  expect(page.status).toBe(400);
  expect(page.html).toMatch(/<title>Error: Email me new jobs like this/);
  expect(page.html).toMatch(
    /value="nobody" aria-invalid="true" aria-describedby="email-error">\s*<p id="email-error"/,
  );
  expect(page.html).toMatch(/<option value="weekly" selected>/);
  expect(page.html).toContain('<option selected>Asia/Tokyo');
  expect(page.html).toContain('name="search" value="?q&#61;weaver"');
  expect(page.html).not.toContain('<script');
});
