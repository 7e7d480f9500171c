import { asc, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  alert_addresses,
  alert_changes,
  alert_searches,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { createOutbox, MAX_LIST_MAILS_PER_RECIPIENT } from '#server/mail/outbox.ts';
import { FIRST_LATER_TURN } from '#server/mail/waiting.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { repetitions } from '#tests/support/deep-run.ts';
import { createAccount, createCompany, createJob, createMail } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { sendAlerts } from './digests/send-alerts.ts';
import { matchChanges } from './matching/match-changes.ts';
import { storeMatches } from './matching/store-matches.ts';

const board = setUpTestBoard();
const { ask } = board;

const from = { name: 'Board', address: 'jobs@board.example' };
const site = {
  outbox: createOutbox({ delivery: 'captured', from }),
  site: { origin: 'http://localhost:3000', name: 'Test Board' },
  rate: 6_000,
  logger: { warn: vi.fn() },
};
const send = () => sendAlerts(board.db, site);

beforeEach(async () => {
  await board.db.delete(alert_addresses);
  await board.db.delete(alert_searches);
  await board.db.delete(mails);
  await board.db.delete(mail_state);
});

const alert = (values: object = {}) => ({
  search: '?q=weaver',
  email: 'ada@example.com',
  frequency: 'immediate',
  timezone: 'Europe/Berlin',
  ...values,
});

const subscribe = (values: object = {}) => ask('POST', '/api/alerts', { body: alert(values) });

async function mailsTo(address = 'ada@example.com') {
  return board.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, address))
    .orderBy(asc(mails.created_at), asc(mails.id));
}

async function lastMail(address?: string) {
  const mail = (await mailsTo(address)).at(-1);
  if (!mail?.content) throw new Error('no mail');
  return mail.content;
}

const pathOf = (url: string | undefined) => new URL(url ?? '').pathname;

async function open(path: string, form?: Record<string, string | string[]>) {
  const response = await board.app.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    ...(form && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        Object.entries(form).flatMap(([name, values]) =>
          [values].flat().map((value): [string, string] => [name, value]),
        ),
      ).toString(),
    }),
  });
  return { status: response.statusCode, html: response.body, headers: response.headers };
}

const idsIn = (html: string) =>
  [...html.matchAll(/name="alert" value="([^"]+)"/g)].map(([, id]) => id ?? '');

/** Confirms what the last mail asks for. */
async function confirm(address?: string) {
  const path = pathOf((await lastMail(address)).button?.url);
  const { html } = await open(path);
  return open(path, { alert: idsIn(html) });
}

/** Stores that a search has found a job. */
async function match(jobId: string, query = '?q=weaver') {
  await board.db.transaction(async (tx) => {
    const [search] = await tx.select().from(alert_searches).where(eq(alert_searches.query, query));
    if (!search) throw new Error('no search');
    await storeMatches(tx, [{ search_id: search.id, job_id: jobId }]);
  });
}

const weaver = async (values: object = {}) => createJob(board.db, { title: 'Weaver', ...values });

async function newMatch(values: object = {}) {
  const job = await weaver(values);
  await match(job.id);
  return job;
}

/** Closes a job, or opens it again. */
const setClosed = (id: string, closed_at: Date | null) =>
  board.db
    .update(jobs)
    .set({ closed_at, closed_by: closed_at && 'admin' })
    .where(eq(jobs.id, id));

/** Makes all alerts due. */
const makeDue = () => board.db.update(alerts).set({ due_at: sql`now()` });

const confirmed = async (values: object = {}) => {
  await subscribe(values);
  await confirm((values as { email?: string }).email);
};

describe('an alert without an account', () => {
  test('is confirmed by the link in a mail, which shows the jobs of this week, and ends by one click', async () => {
    await weaver({
      title: 'Weaver of nets',
      pay_minimum: 60_000,
      pay_maximum: 80_000,
      pay_currency: 'EUR',
      pay_unit: 'year',
    });
    expect((await subscribe()).status).toBe(204);
    const mail = await lastMail();
    expect(mail.jobs).toMatchObject([
      { title: 'Weaver of nets', company: 'Ada & Sons', pay: '€60K–€80K / Year' },
    ]);
    const path = pathOf(mail.button?.url);
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.html).toContain('matching “weaver”');
    // Mail scanners open links, so opening one changes nothing.
    expect(await board.db.$count(alerts, sql`confirmed_at is not null`)).toBe(0);
    expect((await open(path, { alert: idsIn(page.html) })).status).toBe(200);
    expect(await board.db.$count(alerts, sql`confirmed_at is not null`)).toBe(1);

    const job = await newMatch({ title: 'Weaver of sails' });
    expect(await send()).toBe(1);
    const digest = await lastMail();
    expect(digest.heading).toBe('1 new job');
    expect(digest.jobs).toMatchObject([
      { title: 'Weaver of sails', url: `http://localhost:3000/jobs/${job.id}` },
    ]);
    expect(digest.list).toBe('alerts.localhost');
    const end = pathOf(digest.unsubscribe);
    expect((await open(end)).html).toContain('End these emails?');
    expect(await board.db.$count(alerts)).toBe(1);
    const oneClick = await board.app.inject({
      method: 'POST',
      url: end,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.statusCode).toBe(200);
    expect(await board.db.$count(alerts, sql`confirmed_at is not null`)).toBe(0);
    await newMatch();
    expect(await send()).toBe(0);
  });

  test('sends nothing before it is confirmed', async () => {
    await subscribe();
    await newMatch();
    expect(await send()).toBe(0);
    expect(await mailsTo()).toHaveLength(1);
  });

  test('is stored with the corrected spelling, and says so', async () => {
    for (let number = 0; number < 6; number += 1) await weaver();
    await refreshDictionary(board.db);
    await subscribe({ search: '?q=weavr' });
    const [search] = await board.db.select().from(alert_searches);
    expect(search?.query).toBe('?q=weaver');
    const mail = await lastMail();
    expect(mail.lead).toBe('Your search: Jobs matching “weaver”');
    expect(mail.paragraphs.join()).toContain('searches for “weaver”; you typed “weavr”');
    await confirm();
    await newMatch();
    await send();
    expect((await lastMail()).lead).toContain('you typed “weavr”');
  });

  test('can be made without scripts', async () => {
    await weaver();
    const { html } = await open('/alerts/new?q=weaver&sort=newest');
    expect(html).toContain('1 job of the last 7 days matches this search');
    expect(html).toContain('name="search" value="?q&#61;weaver"');
    const page = await open('/alerts', { ...alert({ timezone: '+01:00' }) });
    expect(page.status).toBe(200);
    expect(page.html).toContain('Check your inbox');
    expect(
      await board.db.select({ zone: alert_addresses.time_zone }).from(alert_addresses),
    ).toEqual([{ zone: 'UTC' }]);
    const wrong = await open('/alerts', { ...alert({ email: 'nobody' }) });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Enter an email address');
  });

  test('is not offered on a board that sends no emails', async () => {
    const app = await buildTestApp(board, { PUBLIC_URL: 'https://board.example' });
    try {
      const response = await app.inject({ method: 'POST', url: '/api/alerts', payload: alert() });
      expect(response.statusCode).toBe(503);
      expect(response.json().detail).toContain('This site sends no emails');
      const form = await app.inject({
        method: 'POST',
        url: '/alerts',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(alert() as Record<string, string>).toString(),
      });
      expect(form.statusCode).toBe(503);
      expect(form.body).toContain('This site sends no emails');
    } finally {
      await app.close();
    }
  });

  test('of another search of the same day is confirmed by the same link, each by its own box', async () => {
    await subscribe();
    await subscribe({ search: '?q=spinner' });
    expect(await mailsTo()).toHaveLength(1);
    const path = pathOf((await lastMail()).button?.url);
    const { html } = await open(path);
    expect(idsIn(html)).toHaveLength(2);
    expect(html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2);
    await open(path, { alert: idsIn(html)[1] ?? '' });
    const rows = await board.db
      .select({ query: alert_searches.query, at: alerts.confirmed_at })
      .from(alerts)
      .innerJoin(alert_searches, eq(alert_searches.id, alerts.search_id))
      .orderBy(asc(alerts.created_at));
    expect(rows.map(({ query, at }) => [query, at !== null])).toEqual([
      ['?q=weaver', false],
      ['?q=spinner', true],
    ]);
  });
});

describe('abuse', () => {
  test('a stranger who enters an address again and again causes one mail, whatever is searched', async () => {
    const attempts = repetitions(60, 1_000);
    for (let number = 0; number < attempts; number += 1) {
      const email = number % 2 ? 'ada@example.com' : `ada+${number}@example.com`;
      const { status, body } = await subscribe({
        email,
        search: `?q=weaver&radius=${(number % 40) + 1}`,
      });
      expect([status, body]).toEqual([204, undefined]);
    }
    expect(await board.db.$count(mails)).toBe(1);
    const perAddress = await board.db
      .select({ count: sql<number>`count(*)::int` })
      .from(alerts)
      .groupBy(alerts.address_id)
      .orderBy(desc(sql`count(*)`))
      .limit(1);
    expect(perAddress[0]?.count).toBeLessThanOrEqual(MAX_ALERTS);
  }, 120_000);

  test('the response is the same for an address that is known', async () => {
    await confirmed();
    const known = await subscribe();
    const unknown = await subscribe({ email: 'bo@example.com' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  test.each([
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com\n',
    'a\u2028@example.com',
    '',
  ])('refuses the address %j', async (email) => {
    const { status } = await subscribe({ email });
    expect(status).toBe(400);
    expect(await board.db.$count(mails)).toBe(0);
  });

  test.each([{ frequency: 'never' }, { search: `?q=${'a'.repeat(600)}` }])(
    'refuses %j',
    async (values) => {
      expect((await subscribe(values)).status).toBe(400);
    },
  );

  test('forged, cut and foreign links are not valid', async () => {
    await confirmed();
    await newMatch();
    await send();
    const digest = await lastMail();
    const end = pathOf(digest.unsubscribe);
    const manage = pathOf(digest.links?.[0]?.url);
    const token = end.split('/').at(-1) ?? '';
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    for (const path of [
      `/alerts/end/${flipped}`,
      `/alerts/end/${token.slice(0, -4)}`,
      `/alerts/end/${token}AAAA`,
      `/alerts/end/x`,
      `/alerts/manage/${token}`,
      `/alerts/confirm/${token}`,
      `/alerts/keep/${token}`,
      manage.replace('manage', 'end'),
    ]) {
      for (const form of [undefined, { do: 'erase' }]) {
        const page = await open(path, form);
        expect([path, page.status]).toEqual([path, 404]);
        expect(page.html).toContain('This link is not valid');
      }
    }
    expect(await board.db.$count(alerts)).toBe(1);
  });

  test('a confirming link is valid for three days', async () => {
    await subscribe();
    const path = pathOf((await lastMail()).button?.url);
    const now = Date.now;
    try {
      Date.now = () => now() + 3 * 86_400_000 + 60_000;
      expect((await open(path)).status).toBe(404);
    } finally {
      Date.now = now;
    }
    expect((await open(path)).status).toBe(200);
  });

  test('networks that ask for many confirmations take turns with others, after all codes', async () => {
    const app = await buildTestApp(board, {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'jobs@board.example',
    });
    try {
      const asks = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.7'];
      for (const [number, remoteAddress] of asks.entries()) {
        const payload = alert({ email: `person-${number}@example.com` });
        await app.inject({ method: 'POST', url: '/api/alerts', payload, remoteAddress });
      }
      const rows = await board.db
        .select({ to: mails.to_address, turn: mails.turn })
        .from(mails)
        .orderBy(mails.to_address);
      expect(rows.map(({ turn }) => (turn ?? 0) - FIRST_LATER_TURN)).toEqual([0, 1, 2, 0]);
    } finally {
      await app.close();
      await board.db.execute(sql`delete from graphile_worker._private_jobs`);
    }
  });
});

describe('a digest', () => {
  test('has each job once, across searches and its postings, and never again', async () => {
    await subscribe();
    await subscribe({ search: '?q=lisbon' });
    await confirm();
    const company = await createCompany(board.db);
    const one = await weaver({ company_id: company.id, location: 'Lisbon' });
    const other = await weaver({ company_id: company.id, location: 'Porto' });
    await match(one.id);
    await match(other.id);
    await match(one.id, '?q=lisbon');
    expect(await send()).toBe(1);
    const digest = await lastMail();
    expect(digest.heading).toBe('1 new job');
    expect(digest.items).toHaveLength(2);
    await board.db.update(alerts).set({ seen_number: 0 });
    await makeDue();
    expect(await send()).toBe(0);
  });

  test('shows at most 20 jobs, those of a company together, and counts the others as sent', async () => {
    await confirmed();
    const companies = [
      await createCompany(board.db, { name: 'Loom' }),
      await createCompany(board.db, { name: 'Sail' }),
    ];
    for (let number = 0; number < 25; number += 1) {
      await newMatch({ title: `Weaver ${number}`, company_id: companies[number % 2]?.id });
    }
    expect(await send()).toBe(1);
    const digest = await lastMail();
    expect(digest.heading).toBe('25 new jobs');
    expect(digest.paragraphs).toEqual(['And 5 more.']);
    expect(digest.jobs?.map(({ company }) => company)).toEqual([
      ...Array(10).fill(digest.jobs?.[0]?.company),
      ...Array(10).fill(digest.jobs?.[19]?.company),
    ]);
    expect(await board.db.$count(alert_sent_jobs)).toBe(25);
    expect(await send()).toBe(0);
  });

  test('comes at 8 in the time zone of the person, and leaves out closed jobs', async () => {
    await confirmed({ frequency: 'daily' });
    const [{ due } = { due: null }] = await board.db.select({ due: alerts.due_at }).from(alerts);
    const hour = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Berlin',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    expect(hour.format(due ?? 0)).toBe('08');
    const job = await weaver();
    await match(job.id);
    expect(await send()).toBe(0);
    await makeDue();
    await board.db.execute(sql`delete from jobs where id = ${job.id}`);
    expect(await send()).toBe(0);
    expect(hour.format((await board.db.select().from(alerts))[0]?.due_at ?? 0)).toBe('08');
  });

  test('is tried again later if the mailbox has received too many mails', async () => {
    await confirmed();
    for (let number = 0; number < MAX_LIST_MAILS_PER_RECIPIENT; number += 1) {
      const content = {
        heading: 'A heading',
        paragraphs: [],
        reason: 'A reason.',
        list: 'alerts.x',
      };
      await createMail(board.db, { content });
    }
    await newMatch();
    expect(await send()).toBe(0);
    expect(await board.db.$count(alert_sent_jobs)).toBe(0);
    await board.db.delete(mails);
    await makeDue();
    expect(await send()).toBe(1);
  });

  test('is neither lost nor sent twice if it fails, or if two processes send', async () => {
    await confirmed();
    await newMatch();
    const failing = {
      ...site,
      outbox: {
        canSend: true,
        queue: async (...values: Parameters<typeof site.outbox.queue>) => {
          await site.outbox.queue(...values);
          throw new Error('The transaction fails');
        },
      },
    };
    expect(await sendAlerts(board.db, failing)).toBe(0);
    expect(await mailsTo()).toHaveLength(1);
    await makeDue();
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await mailsTo()).toHaveLength(2);
  });

  test('leaves half of the rate to other mails, and waits while many mails wait', async () => {
    for (const name of ['ada', 'bo', 'cy']) await confirmed({ email: `${name}@example.com` });
    await newMatch();
    expect(await sendAlerts(board.db, { ...site, rate: 4 })).toBe(2);
    expect(await sendAlerts(board.db, { ...site, rate: 4 })).toBe(0);
    await board.db.update(mails).set({ created_at: sql`now() - interval '2 minutes'` });
    await createMail(board.db, {
      status: 'queued',
      finished_at: null,
      to_address: 'x@example.com',
    });
    expect(await sendAlerts(board.db, { ...site, rate: 1 })).toBe(0);
    expect(await sendAlerts(board.db, { ...site, rate: 4 })).toBe(1);
  });

  test('waits while mails are paused', async () => {
    await confirmed();
    await newMatch();
    await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
    expect(await send()).toBe(0);
    await board.db.delete(mail_state);
    expect(await send()).toBe(1);
  });

  test('has the jobs that are matched while it is queued, or the next one has them', async () => {
    await confirmed({ frequency: 'daily' });
    await newMatch({ title: 'Weaver of nets' });
    await makeDue();
    const late = await weaver({ title: 'Weaver of ropes' });
    const meanwhile = {
      ...site,
      outbox: {
        canSend: true,
        // Another process stores a match after the jobs of the mail were read.
        queue: async (...values: Parameters<typeof site.outbox.queue>) => {
          await match(late.id);
          return site.outbox.queue(...values);
        },
      },
    };
    expect(await sendAlerts(board.db, meanwhile)).toBe(1);
    expect((await lastMail()).jobs).toMatchObject([{ title: 'Weaver of nets' }]);
    await makeDue();
    expect(await send()).toBe(1);
    expect((await lastMail()).jobs).toMatchObject([{ title: 'Weaver of ropes' }]);
  });

  test('is not sent again for a job that closes while the mail is queued, and reopens', async () => {
    await confirmed();
    const { id } = await newMatch();
    const closing = {
      ...site,
      outbox: {
        canSend: true,
        queue: async (...values: Parameters<typeof site.outbox.queue>) => {
          await setClosed(id, new Date());
          return site.outbox.queue(...values);
        },
      },
    };
    expect(await sendAlerts(board.db, closing)).toBe(1);
    await setClosed(id, null);
    await match(id);
    expect(await send()).toBe(0);
  });

  test('is sent although many other addresses are paused, and although another one fails', async () => {
    await confirmed({ email: 'paused@example.com' });
    await confirmed({ email: 'broken@example.com' });
    await confirmed();
    await board.db
      .update(alert_addresses)
      .set({ paused_at: new Date(), pause_reason: 'person' })
      .where(eq(alert_addresses.address, 'paused@example.com'));
    // No mail can be sent to this address, which an identity provider has stated.
    await board.db
      .update(alert_addresses)
      .set({ address: 'not an address' })
      .where(eq(alert_addresses.address, 'broken@example.com'));
    await newMatch();
    await makeDue();
    await board.db
      .update(alerts)
      .set({ due_at: sql`now() - interval '1 hour'` })
      .where(
        sql`address_id in (select id from alert_addresses where address <> 'ada@example.com')`,
      );
    const warn = vi.fn();
    expect(await sendAlerts(board.db, { ...site, logger: { warn } })).toBe(1);
    expect(await mailsTo()).toHaveLength(2);
    expect(await sendAlerts(board.db, { ...site, logger: { warn } })).toBe(0);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('of a search that matches everything has the newest jobs and counts all', async () => {
    await confirmed({ search: '' });
    const company = await createCompany(board.db);
    for (let number = 0; number < 25; number += 1) {
      const { id } = await weaver({ company_id: company.id, title: `Weaver ${number}` });
      await match(id, '');
    }
    expect(await send()).toBe(1);
    const mail = await lastMail();
    expect(mail.heading).toBe('25 new jobs');
    expect(mail.jobs).toHaveLength(20);
    expect(mail.paragraphs).toEqual(['And 5 more.']);
    await board.db.update(alerts).set({ seen_number: 0 });
    await makeDue();
    expect(await send()).toBe(0);
  });
});

describe('a job', () => {
  const matchAll = () => matchChanges(board.db, { connectionString: board.databaseUrl });
  const titles = async () => (await lastMail()).jobs?.map(({ title }) => title);

  test('that was closed when other jobs were mailed is mailed once it reopens, and never again', async () => {
    await confirmed();
    await board.db.delete(alert_changes);
    const job = await weaver();
    await weaver({ title: 'Weaver of nets' });
    await matchAll();
    await setClosed(job.id, new Date());
    await matchAll();
    expect(await send()).toBe(1);
    expect(await titles()).toEqual(['Weaver of nets']);
    await setClosed(job.id, null);
    await matchAll();
    expect(await send()).toBe(1);
    expect(await titles()).toEqual(['Weaver']);
    await setClosed(job.id, new Date());
    await matchAll();
    await setClosed(job.id, null);
    await matchAll();
    expect(await send()).toBe(0);
  });

  test('that closes and reopens within seconds is mailed together with other new jobs', async () => {
    await confirmed();
    await board.db.delete(alert_changes);
    const job = await weaver();
    await weaver({ title: 'Weaver of nets' });
    await matchAll();
    await setClosed(job.id, new Date());
    expect(await send()).toBe(0);
    await setClosed(job.id, null);
    await makeDue();
    expect(await send()).toBe(1);
    expect((await titles())?.toSorted()).toEqual(['Weaver', 'Weaver of nets']);
  });
});

describe('the page of all alerts', () => {
  async function manage() {
    await confirmed();
    await newMatch();
    await send();
    return pathOf((await lastMail()).links?.[0]?.url);
  }

  test('changes, pauses, resumes and ends what an address gets', async () => {
    const path = await manage();
    const { html } = await open(path);
    expect(html).toContain('ada@example.com');
    const [id = ''] = idsIn(html);
    await open(path, { do: 'change', alert: id, frequency: 'weekly' });
    expect(await board.db.select({ frequency: alerts.frequency }).from(alerts)).toEqual([
      { frequency: 'weekly' },
    ]);
    await open(path, { do: 'change', alert: id, frequency: 'immediate' });
    expect((await open(path, { do: 'pause' })).html).toContain('You have paused all emails');
    await newMatch();
    await board.db.update(alerts).set({ due_at: sql`now()` });
    expect(await send()).toBe(0);
    await open(path, { do: 'resume' });
    expect(await send()).toBe(1);
    const ended = await open(path, { do: 'end' });
    expect(ended.html).toContain('These emails have ended');
    expect(ended.html).toContain('Subscribe again');
    expect(await board.db.$count(alerts, sql`confirmed_at is not null`)).toBe(0);
    expect((await open(path)).html).toContain('You have no alerts');
  });

  test('offers what is stored as a download, and deletes it', async () => {
    const path = await manage();
    const file = await open(path, { do: 'download' });
    expect(JSON.parse(file.html)).toMatchObject({
      address: { address: 'ada@example.com', time_zone: 'Europe/Berlin' },
      alerts: [{ query: '?q=weaver' }],
      jobs_mailed: [{}],
    });
    expect(file.html).not.toContain('secret');
    const question = await open(path, { do: 'erase' });
    expect(question.html).toContain('Delete everything about this address?');
    expect(question.html).toContain('weaver');
    expect(await board.db.$count(alert_addresses)).toBe(1);
    await open(path, { do: 'erase-now' });
    expect(await board.db.$count(alert_addresses)).toBe(0);
    expect(await board.db.$count(alert_sent_jobs)).toBe(0);
    expect((await mailsTo()).filter(({ content }) => content?.list)).toEqual([]);
  });
});

describe('the question whether alerts are still useful', () => {
  const age = (days: number) =>
    board.db
      .update(alert_addresses)
      .set({ useful_at: sql`now() - make_interval(days => ${days})` });

  test('comes after six months, and without an answer the alerts pause', async () => {
    await confirmed();
    await age(170);
    expect(await send()).toBe(0);
    await age(200);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const mail = await lastMail();
    expect(mail.heading).toBe('Are your job alerts still useful?');
    await board.db.update(alert_addresses).set({ asked_at: sql`now() - interval '15 days'` });
    await send();
    expect(
      await board.db.select({ reason: alert_addresses.pause_reason }).from(alert_addresses),
    ).toEqual([{ reason: 'unanswered' }]);
    const path = pathOf(mail.button?.url);
    await newMatch();
    await board.db.update(alerts).set({ due_at: sql`now()` });
    await open(path);
    expect(await send()).toBe(0);
    expect((await open(path, { do: 'keep' })).html).toContain('Your job alerts continue');
    expect(await send()).toBe(1);
  });
});

describe('saved searches of an account', () => {
  async function person(values: object = {}) {
    const { id } = await createAccount(board.db, { verified_email: 'ada@example.com', ...values });
    return { id, token: await tokenFor(board.db, id) };
  }
  const list = async (token: string) => (await ask('GET', '/api/saved-searches', { token })).body;
  const save = (token: string, body: object = {}) =>
    ask('POST', '/api/saved-searches', {
      token,
      body: { search: '?q=weaver', frequency: 'never', ...body },
    });

  test('need no confirmation, and count their new jobs until they are seen', async () => {
    const { token } = await person();
    expect(await list(token)).toEqual({
      email: 'ada@example.com',
      paused: null,
      manage: null,
      results: [],
    });
    const saved = await save(token, { search: '?q=weaver&sort=newest' });
    expect(saved.status).toBe(201);
    const { id } = saved.body;
    await newMatch();
    await newMatch();
    expect(await list(token)).toMatchObject({
      email: 'ada@example.com',
      results: [{ id, query: '?q=weaver', frequency: 'never', newjobs: 2 }],
    });
    await ask('PUT', `/api/saved-searches/${id}`, { token, body: { seen: true } });
    expect((await list(token)).results[0].newjobs).toBe(0);
    await ask('PUT', `/api/saved-searches/${id}`, { token, body: { frequency: 'immediate' } });
    await newMatch();
    expect(await send()).toBe(1);
    expect((await ask('DELETE', `/api/saved-searches/${id}`, { token })).status).toBe(204);
    expect((await list(token)).results).toEqual([]);
    expect((await ask('DELETE', `/api/saved-searches/${id}`, { token })).status).toBe(404);
  });

  test('include those that the address had before, and follow the verified address', async () => {
    await confirmed();
    const { id, token } = await person();
    await save(token, { search: '?q=spinner' });
    expect((await list(token)).results.map(({ query }: { query: string }) => query)).toEqual([
      '?q=weaver',
      '?q=spinner',
    ]);
    await confirmed({ email: 'new@example.com', search: '?q=dyer' });
    await board.db.execute(
      sql`update accounts set verified_email = 'new@example.com' where id = ${id}`,
    );
    const later = await list(token);
    expect(later.email).toBe('new@example.com');
    expect(later.results).toHaveLength(3);
    expect(await board.db.$count(alert_addresses)).toBe(1);
  });

  test('leave out the jobs and companies that the person has hidden', async () => {
    const { id: account_id, token } = await person();
    await save(token, { frequency: 'immediate' });
    const job = await weaver();
    const company = await createCompany(board.db);
    const ofCompany = await weaver({ company_id: company.id });
    await board.db.insert(job_marks).values({ account_id, job_id: job.id, hidden_at: new Date() });
    await board.db.insert(hidden_companies).values({ account_id, company_id: company.id });
    await match(job.id);
    await match(ofCompany.id);
    expect((await list(token)).results[0].newjobs).toBe(0);
    expect(await send()).toBe(0);
    const shown = await newMatch({ title: 'Weaver, shown' });
    expect((await list(token)).results[0].newjobs).toBe(1);
    expect(await send()).toBe(1);
    expect((await lastMail()).jobs).toEqual([
      expect.objectContaining({ url: expect.stringContaining(shown.id) }),
    ]);
  });

  test('end their mails by a link, and stay without mails', async () => {
    const { token } = await person();
    await save(token, { frequency: 'immediate' });
    await newMatch();
    await send();
    await open(pathOf((await lastMail()).unsubscribe), {});
    expect((await list(token)).results).toMatchObject([{ frequency: 'never' }]);
  });

  test('of another person are not found', async () => {
    const one = await person();
    const other = await person({ verified_email: 'bo@example.com' });
    const { id } = (await save(one.token)).body;
    await save(other.token);
    const { token } = other;
    expect(
      (await ask('PUT', `/api/saved-searches/${id}`, { token, body: { seen: true } })).status,
    ).toBe(404);
    expect((await ask('DELETE', `/api/saved-searches/${id}`, { token })).status).toBe(404);
  });

  test('send no mails without a verified address or to a blocked person', async () => {
    const { id, token } = await person({ verified_email: null });
    expect((await save(token, { frequency: 'daily' })).status).toBe(409);
    expect((await save(token)).status).toBe(201);
    const other = await person();
    await save(other.token, { frequency: 'immediate' });
    await newMatch();
    await board.db.execute(
      sql`update accounts set blocked_at = now(), blocked_reason = 'spam' where id <> ${id}`,
    );
    expect(await send()).toBe(0);
  });

  test('are limited, so that a person cannot store thousands', async () => {
    const attempts = repetitions(25, 10_000);
    const { token } = await person();
    const statuses = new Map<number, number>();
    for (let number = 0; number < attempts; number += 1) {
      const { status, body } = await save(token, { search: `?q=weaver&company=${uuidv7()}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 409) expect(body.detail).toContain('Delete one');
    }
    expect([...statuses]).toEqual([
      [201, MAX_ALERTS],
      [409, attempts - MAX_ALERTS],
    ]);
  });
});
