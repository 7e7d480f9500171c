import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { job_reminders, reminder_opt_outs } from '#server/db/job-reminder-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { createOutbox, MAX_MAILS_PER_RECIPIENT, type Outbox } from '#server/mail/outbox.ts';
import { restoreJobs } from '#server/modules/audit/restore.ts';
import { deleteJob } from '#server/modules/audit/testing/trail.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { DEFAULT_RULES } from '#tests/support/default-rules.ts';
import { createAccount, createCompany, createJob, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { closeOverdueJobs } from '../commands.ts';
import { closedMail } from './closed-mail.ts';
import { MAX_JOBS_PER_MAIL, sendReminders } from './send-reminders.ts';

const board = setUpTestBoard();
const { ask } = board;

const TODAY = new Date('2026-11-20T12:00:00.000Z');
const SOON = '2026-11-27';
const LONG_AGO = new Date('2026-09-01T00:00:00.000Z');
const FROM = { name: 'Board', address: 'board@board.example' };

const site = { origin: 'https://board.example', name: 'Board' };
const outbox = createOutbox({ delivery: 'smtp', from: FROM });
const run = (given: Outbox = outbox) =>
  sendReminders(board.db, { outbox: given, site, rules: DEFAULT_RULES });

let company: string;
let owner: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
  await board.db.delete(mails);
  await board.db.delete(job_reminders);
  await board.db.delete(mail_state);
  await board.db.delete(jobs);
  company = (await createCompany(board.db, { name: 'Loom Labs' })).id;
  owner = await addMember('owner', 'ada@loom.example');
});
afterEach(() => {
  vi.useRealTimers();
});

async function addMember(role: 'owner' | 'editor', verified_email: string | null) {
  const values = { role: 'companyadmin', company_id: company, verified_email } as const;
  const { id } = await createAccount(board.db, { ...values, email: 'unverified@loom.example' });
  await board.db.update(memberships).set({ role }).where(eq(memberships.account_id, id));
  return id;
}

const closingJob = (values: Partial<typeof jobs.$inferInsert> = {}) =>
  createJob(board.db, { company_id: company, validthrough: SOON, date: LONG_AGO, ...values });

const queued = () => board.db.select().from(mails).orderBy(mails.to_address, mails.created_at);
const recipients = async () => (await queued()).map(({ to_address }) => to_address);

describe('a job that closes in a week', () => {
  test('the employer is asked once about a job that closes in a week, by a mail that changes nothing and has a link that renews the job', async () => {
    const job = await closingJob({ title: 'Weaver\u2028of <b>sails</b>' });
    const before = (await ask('GET', `/api/jobs/${job.id}`)).headers.etag;
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    const [mail] = await queued();
    expect(mail).toMatchObject({
      to_address: 'ada@loom.example',
      subject: '“Weaver of <b>sails</b>” closes on 27 November at Board',
      expires_at: new Date(`${SOON}T23:59:59.999Z`),
      content: {
        items: [{ title: 'Weaver of <b>sails</b>', url: `${site.origin}/jobs/${job.id}` }],
        paragraphs: [
          'This job of Loom Labs is open at Board until 27 November.',
          expect.stringContaining('renew it for 60 days'),
        ],
        button: { label: 'Renew this job' },
        reason: 'You get this email because you are an owner of Loom Labs at board.example.',
      },
    });
    const [stored] = await board.db.select().from(jobs).where(eq(jobs.id, job.id));
    expect(stored).toEqual(job);
    expect((await ask('GET', `/api/jobs/${job.id}`)).headers.etag).toBe(before);

    const url = new URL(mail?.content?.button?.url ?? '');
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${site.origin}/employers?renew=jobs`);
    const body = { token: url.hash.slice(1) };
    const renewed = await ask('POST', '/api/job-renewals', { body });
    expect(renewed).toMatchObject({
      status: 200,
      body: { id: job.id, validthrough: '2027-01-19' },
    });

    // The new closing date causes a new mail.
    vi.setSystemTime('2027-01-12T00:00:00.000Z');
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
  });

  test('nobody is asked about a job if the owner or the author is blocked', async () => {
    const block = (id: string) =>
      board.db
        .update(accounts)
        .set({ blocked_at: new Date(), blocked_reason: 'Lies' })
        .where(eq(accounts.id, id));
    await addMember('owner', 'bo@loom.example');
    await block(owner);
    await closingJob();
    await run();
    expect(await recipients()).toEqual(['bo@loom.example']);

    await board.db.delete(mails);
    await board.db.delete(memberships);
    const author = await addMember('editor', 'cy@loom.example');
    await withActor(board.db, author, (tx) =>
      createJob(tx, { company_id: company, validthrough: SOON, date: LONG_AGO }),
    );
    await block(author);
    await run();
    expect(await recipients()).toEqual([]);
  });

  test.each(['is blocked', 'has left the team', 'has deleted their account'])(
    'a job is not renewed by the link of a person who %s',
    async (what) => {
      const job = await closingJob();
      await run();
      const [mail] = await queued();
      const token = new URL(mail?.content?.button?.url ?? '').hash.slice(1);
      const body = { token };
      expect((await ask('POST', '/api/job-renewals/read', { body })).body.renewable).toBe(true);
      if (what === 'is blocked') {
        const values = { blocked_at: new Date(), blocked_reason: 'Lies' };
        await board.db.update(accounts).set(values).where(eq(accounts.id, owner));
      } else if (what === 'has left the team') {
        await board.db.delete(memberships).where(eq(memberships.account_id, owner));
      } else {
        await board.db.delete(accounts).where(eq(accounts.id, owner));
      }
      const detail = 'This link was sent to a person who may no longer edit this job.';
      expect(await ask('POST', '/api/job-renewals/read', { body })).toMatchObject({
        status: 200,
        body: { renewable: false, detail },
      });
      expect(await ask('POST', '/api/job-renewals', { body })).toMatchObject({
        status: 409,
        body: { detail },
      });
      const [stored] = await board.db.select().from(jobs).where(eq(jobs.id, job.id));
      expect(stored).toEqual(job);
    },
  );

  test('one mail asks about all jobs of a company that close on the same day', async () => {
    await closingJob({ title: 'Weaver' });
    await closingJob({ title: 'Spinner' });
    await closingJob({ title: 'Dyer', validthrough: '2026-11-26' });
    await createJob(board.db, { validthrough: SOON, date: LONG_AGO });
    expect(await run()).toBe(2);
    expect((await queued()).map(({ subject }) => subject).sort()).toEqual([
      '2 jobs close on 27 November at Board',
      '“Dyer” closes on 26 November at Board',
    ]);
  });

  test('several mails ask about the jobs of a company if many close on the same day', async () => {
    for (let job = 0; job <= MAX_JOBS_PER_MAIL; job += 1) await closingJob();
    expect(await run()).toBe(2);
    const all = await queued();
    const links = all.map(({ content }) => new URL(content?.button?.url ?? ''));
    expect(links.flatMap(({ hash }) => hash.split('.'))).toHaveLength(MAX_JOBS_PER_MAIL + 1);
    expect(Math.max(...links.map(({ href }) => href.length))).toBeLessThan(2_000);
  });

  test('a job is asked about in the next run if its owner would get many mails at once', async () => {
    for (let day = 21; day <= 26; day += 1) await closingJob({ validthrough: `2026-11-${day}` });
    expect([await run(), await run(), await run()]).toEqual([5, 1, 0]);
  });

  test('a job is asked about exactly once, even by several processes', async () => {
    for (let job = 0; job < 20; job += 1) {
      const { id } = await createCompany(board.db);
      company = id;
      await addMember('owner', `owner-${job}@loom.example`);
      await closingJob();
    }
    const sent = await Promise.all(Array.from({ length: 4 }, () => run()));
    expect(sent.reduce((sum, number) => sum + number, 0)).toBe(20);
    expect(new Set(await recipients()).size).toBe(20);
    expect(await queued()).toHaveLength(20);
  });

  test('a job is asked about even if a process ended during an earlier attempt, which stored neither a mail nor a record of it', async () => {
    await closingJob();
    await addMember('owner', 'bea@loom.example');
    let calls = 0;
    const failing: Outbox = {
      canSend: true,
      async queue(tx, mail) {
        calls += 1;
        if (calls === 2) throw new Error('killed');
        return outbox.queue(tx, mail);
      },
    };
    await expect(run(failing)).rejects.toThrow('killed');
    expect(await queued()).toEqual([]);
    expect(await board.db.$count(job_reminders)).toBe(0);
    expect(await run()).toBe(2);
    expect(await recipients()).toEqual(['ada@loom.example', 'bea@loom.example']);
  });

  test('a job is asked about even if the mail about a job of another company fails', async () => {
    await closingJob({ validthrough: '2026-11-25' });
    company = (await createCompany(board.db)).id;
    await addMember('owner', 'bea@loom.example');
    await closingJob();
    const failing: Outbox = {
      canSend: true,
      async queue(tx, mail) {
        if (mail.to === 'ada@loom.example') throw new Error('invalid');
        return outbox.queue(tx, mail);
      },
    };
    await expect(run(failing)).rejects.toThrow('invalid');
    expect(await recipients()).toEqual(['bea@loom.example']);
    expect(await run()).toBe(1);
  });

  test('a job is not asked about again if it was deleted and restored', async () => {
    const { id } = await closingJob();
    await run();
    const event = await deleteJob(board.db, id);
    await withActor(board.db, owner, (tx) => restoreJobs(tx, [event]));
    expect(await board.db.$count(jobs)).toBe(1);
    expect(await run()).toBe(0);
  });

  test('if an owner has received too many mails, the reminder about a job waits for the next run', async () => {
    await closingJob();
    for (let mail = 0; mail < MAX_MAILS_PER_RECIPIENT; mail += 1) {
      await createMail(board.db, { to_address: 'ada@loom.example' });
    }
    expect(await run()).toBe(0);
    await board.db.delete(mails);
    expect(await run()).toBe(1);
  });
});

describe('the link that ends reminders', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  /** Runs the task. Returns the path of the link in the mail. */
  async function optOutPath(): Promise<string> {
    await closingJob();
    await run();
    const [mail] = await queued();
    const url = new URL(mail?.content?.unsubscribe ?? '');
    expect(url.origin).toBe(site.origin);
    return url.pathname;
  }
  const open = (url: string) => board.app.inject({ url });
  const post = (url: string, payload: string, headers: Record<string, string> = FORM) =>
    board.app.inject({ method: 'POST', url, payload, headers });
  const isReminded = async () => {
    await board.db.delete(job_reminders);
    return (await run()) > 0;
  };

  test('opening the link in a mail asks, and ends no reminders', async () => {
    const path = await optOutPath();
    const page = await open(path);
    expect(page).toMatchObject({
      statusCode: 200,
      headers: {
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      },
    });
    expect(page.body).toContain('<h1 class="section-title">End these emails?</h1>');
    expect(await isReminded()).toBe(true);
  });

  const MULTIPART = [
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    { 'content-type': 'multipart/form-data; boundary=x' },
  ] as const;
  test.each<[string, string, Record<string, string>]>([
    ['the form of the page', 'reminders=off', FORM],
    ['a mail program', 'List-Unsubscribe=One-Click', FORM],
    ['a mail program with the other type of form', ...MULTIPART],
  ])('%s ends reminders by the link, without a cookie or a redirect', async (_, body, headers) => {
    const path = await optOutPath();
    const ended = await post(path, body, headers);
    expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([200, undefined]);
    expect(ended.body).toContain('You get no more of these emails');
    expect((await open(path)).body).toContain('You get no more of these emails');
    expect(await isReminded()).toBe(false);

    expect((await post(path, 'reminders=on')).body).toContain('You get these emails again');
    expect(await isReminded()).toBe(true);
  });

  test('a person ends reminders and begins them again in their account', async () => {
    const path = await optOutPath();
    const token = await tokenFor(board.db, owner);
    const choose = (reminders: boolean) =>
      ask('PUT', '/api/reminders', { token, body: { reminders } });
    expect((await choose(false)).status).toBe(204);
    expect((await ask('GET', '/api/reminders', { token })).body).toEqual({ reminders: false });
    expect((await open(path)).body).toContain('You get no more of these emails');
    expect(await isReminded()).toBe(false);
    await choose(true);
    expect((await ask('GET', '/api/reminders', { token })).body).toEqual({ reminders: true });
    expect(await isReminded()).toBe(true);
  });

  test('other owners still get reminders, and nobody else does in their place', async () => {
    const path = await optOutPath();
    await post(path, 'reminders=off');
    const author = await addMember('editor', 'cy@loom.example');
    await withActor(board.db, author, (tx) =>
      createJob(tx, { company_id: company, validthrough: SOON, date: LONG_AGO }),
    );
    expect(await isReminded()).toBe(false);
    await addMember('owner', 'bo@loom.example');
    await board.db.delete(mails);
    expect(await isReminded()).toBe(true);
    expect(await recipients()).toEqual(['bo@loom.example']);
  });

  test('a link that the board has not signed, or of a deleted account, is not valid', async () => {
    const path = await optOutPath();
    const [mail] = await queued();
    const renewal = new URL(mail?.content?.button?.url ?? '').hash.slice(1);
    const forged = `${path.slice(0, 20)}${path[20] === 'A' ? 'B' : 'A'}${path.slice(21)}`;
    for (const url of [forged, '/reminders/x', `/reminders/${renewal}`]) {
      expect((await open(url)).statusCode).toBe(404);
      const refused = await post(url, 'reminders=off');
      expect([refused.statusCode, refused.body]).toEqual([
        404,
        expect.stringContaining('This link is not valid'),
      ]);
    }
    expect(await isReminded()).toBe(true);
    await board.db.delete(accounts).where(eq(accounts.id, owner));
    expect((await post(path, 'reminders=off')).statusCode).toBe(404);
  });
});

describe('the mail about jobs that have closed by date', () => {
  const close = () => closeOverdueJobs(board.db, closedMail(outbox, site));
  beforeEach(() => {
    vi.setSystemTime('2026-11-28T00:00:00.000Z');
  });

  test('a person is told once about a job that has closed by date, with a link to the job', async () => {
    const { id } = await closingJob({ title: 'Weaver' });
    expect([await close(), await close()]).toEqual([1, 0]);
    expect(await queued()).toMatchObject([
      {
        to_address: 'ada@loom.example',
        subject: '“Weaver” has closed at Board',
        content: {
          items: [{ title: 'Weaver', url: `${site.origin}/jobs/${id}` }],
          paragraphs: [
            expect.stringContaining('This job of Loom Labs has reached its closing date'),
            'If people can still apply, reopen it.',
          ],
          button: { label: 'Open the job', url: `${site.origin}/jobs/${id}` },
          unsubscribe: expect.stringContaining(`${site.origin}/reminders/`),
        },
      },
    ]);
  });

  test('one mail tells a person of all jobs that close in a run, even of several companies', async () => {
    for (let job = 0; job < 16; job += 1) await closingJob();
    company = (await createCompany(board.db, { name: 'Sail Labs' })).id;
    const values = { account_id: owner, company_id: company, role: 'owner' } as const;
    await board.db.insert(memberships).values({ id: uuidv7(), ...values });
    await closingJob();
    expect(await close()).toBe(17);
    const [mail, ...others] = await queued();
    expect([mail?.subject, others]).toEqual(['17 jobs have closed at Board', []]);
    expect(mail?.content?.items).toHaveLength(15);
    expect(mail?.content?.paragraphs).toMatchObject([
      'And 2 more.',
      expect.stringMatching(/^These jobs of (Loom Labs and Sail Labs|Sail Labs and Loom Labs) /),
      'If people can still apply, reopen them on the dashboard.',
      'The dashboard shows the jobs of the company for which you act at the moment.',
    ]);
    expect(mail?.content?.button?.url).toBe(`${site.origin}/dashboard?state=closed`);
  });

  test('nobody is told about an imported job, a job that an admin has closed, while mails are paused, or after they have ended these mails', async () => {
    await closingJob({ source: 'ashby', source_id: 'one' });
    await closingJob({ closed_at: TODAY, closed_by: 'admin' });
    expect(await close()).toBe(1);
    await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
    await closingJob();
    expect(await close()).toBe(1);
    await board.db.delete(mail_state);
    await board.db.insert(reminder_opt_outs).values({ account_id: owner });
    await closingJob();
    expect(await close()).toBe(1);
    expect(await queued()).toEqual([]);
  });

  test('the jobs close even if a mail about them cannot be queued', async () => {
    const { id } = await closingJob();
    const failing: Outbox = {
      canSend: true,
      queue: async (tx) => {
        await tx.execute(sql`select 1 / 0`);
        return 'queued';
      },
    };
    await expect(closeOverdueJobs(board.db, closedMail(failing, site))).rejects.toThrow();
    const [stored] = await board.db.select().from(jobs).where(eq(jobs.id, id));
    expect(stored?.closed_by).toBe('day');
  });

  test('a mail that cannot be queued holds up no mail to others, and is reported', async () => {
    await addMember('owner', 'bea@loom.example');
    await closingJob();
    for (let mail = 0; mail < MAX_MAILS_PER_RECIPIENT; mail += 1) {
      await createMail(board.db, { to_address: 'ada@loom.example' });
    }
    await expect(close()).rejects.toThrow('Mailbox has received too many mails');
    expect(await recipients()).toContain('bea@loom.example');
  });
});

describe('a reminder', () => {
  test('is sent only to owners with a verified email address', async () => {
    await addMember('owner', null);
    await addMember('editor', 'eve@loom.example');
    await closingJob();
    await run();
    expect(await recipients()).toEqual(['ada@loom.example']);
  });

  test('is sent to the author if the company has no verified owner and the author may still edit the job', async () => {
    await board.db.delete(memberships).where(eq(memberships.account_id, owner));
    const author = await addMember('editor', 'eve@loom.example');
    const body = { title: 'Weaver', type: 'Contract', location: '', company: { id: company } };
    const posted = await ask('POST', '/api/jobs', {
      token: await tokenFor(board.db, author),
      body: { ...body, location: 'Porto', salary: '$60K - $70K', validthrough: SOON },
    });
    expect(posted.status).toBe(201);
    await board.db.update(jobs).set({ date: LONG_AGO }).where(eq(jobs.id, posted.body.id));
    await closingJob({ title: 'Of nobody' });
    expect(await run()).toBe(1);
    expect(await queued()).toMatchObject([
      {
        to_address: 'eve@loom.example',
        subject: '“Weaver” closes on 27 November at Board',
        content: {
          reason: 'You get this email because you added this job at board.example.',
        },
      },
    ]);
    // The job without a recipient is asked about as soon as it has one.
    await addMember('owner', 'bea@loom.example');
    expect(await run()).toBe(1);

    await board.db.delete(mails);
    await board.db.delete(job_reminders);
    await board.db.delete(memberships);
    expect(await run()).toBe(0);
  });

  test.each([
    ['imported', { source: 'ashby', source_id: 'one' }],
    ['closed', { closed_at: TODAY, closed_by: 'admin' as const }],
    ['past its closing date', { validthrough: '2026-11-19' }],
    ['without a closing date', { validthrough: null }],
    ['closing later', { validthrough: '2026-11-28' }],
    ['posted for a week only', { date: new Date('2026-11-20T00:00:00Z') }],
  ])('a job is not asked about if it is %s', async (_, values) => {
    await closingJob(values);
    expect(await run()).toBe(0);
  });

  test('after a long downtime, a job that closes today is still asked about', async () => {
    await closingJob({ validthrough: '2026-11-20' });
    expect(await run()).toBe(1);
  });

  test('only a board that can send mails sends reminders, and not while mails are paused, for example after a restore', async () => {
    await closingJob();
    expect(await run(createOutbox({ delivery: 'none', from: FROM }))).toBe(0);
    await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'restored' });
    expect(await run()).toBe(0);
    expect(await board.db.$count(job_reminders)).toBe(0);
    await board.db.delete(mail_state);
    expect(await run()).toBe(1);
  });
});

test('the employer is asked once about a job that closes behind UTC, by a mail that is sent until the job closes there', async () => {
  await closingJob({ location: 'Los Angeles, CA' });
  vi.setSystemTime('2026-11-28T03:00:00.000Z');
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const [mail] = await queued();
  expect(mail?.expires_at).toEqual(new Date('2026-11-28T07:59:59.999Z'));
  expect(mail?.content?.paragraphs[0]).toContain('until 27 November.');

  await board.db.delete(job_reminders);
  vi.setSystemTime('2026-11-28T08:00:00.000Z');
  expect(await run()).toBe(0);
});

test('records of reminders are deleted when the closing date has passed', async () => {
  await closingJob();
  await run();
  vi.setSystemTime('2026-11-29T00:00:00.000Z');
  await run();
  expect(await board.db.$count(job_reminders)).toBe(0);
  expect(await board.db.$count(companies)).toBeGreaterThan(0);
});
