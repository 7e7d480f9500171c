import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { job_facts } from '#server/db/fact-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { readMissingFacts, storeTimeZone } from '#server/modules/facts/commands.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { closeOverdueJobs } from './commands.ts';

const board = setUpTestBoard();
const { ask, get } = board;

const TODAY = new Date('2026-11-20T23:59:59.000Z');
const UNKNOWN = '0193e317-e637-79a6-86b3-59d77ac5469a';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
});
afterEach(() => {
  vi.useRealTimers();
});

let siteAdmin: string;
let employer: { id: string; token: string; company: string };
let competitor: string;

beforeEach(async () => {
  const { db } = board;
  const sign = async (account: { id: string }) => tokenFor(db, account.id);
  siteAdmin = await sign(await createAccount(db, { role: 'siteadmin' }));
  const admin = await createAccount(db, { role: 'companyadmin' });
  employer = { id: admin.id, token: await sign(admin), company: admin.company_id ?? '' };
  competitor = await sign(await createAccount(db, { role: 'companyadmin' }));
});

const body = (values: Record<string, unknown> = {}) => ({
  title: 'Thing Maker',
  type: 'Contract',
  location: 'Porto',
  description: 'You will make things.',
  salary: '$200K-$300K',
  applyurl: 'https://example.com/apply',
  company: { id: employer.company },
  ...values,
});

const post = (values?: Record<string, unknown>) =>
  ask('POST', '/api/jobs', { token: employer.token, body: body(values) });
const update = (id: string, values?: Record<string, unknown>) =>
  ask('PUT', `/api/jobs/${id}`, { token: employer.token, body: body(values) });
const reopen = (id: string, sent: unknown = {}, token = employer.token) =>
  ask('POST', `/api/jobs/${id}/reopen`, { token, body: sent as object });
const close = (id: string, token = employer.token, headers = {}) =>
  ask('POST', `/api/jobs/${id}/close`, { token, headers });

const ownJob = (values: Partial<typeof jobs.$inferInsert> = {}) =>
  createJob(board.db, { company_id: employer.company, ...values });

/** The titles of the jobs in an API response. */
const listed = async (query = '') =>
  (await get(`/api/jobs${query}`)).body.results.map(({ title }: { title: string }) => title);

describe('the closing date of a job', () => {
  test('is returned, can be changed and removed, and stays after an edit that omits it', async () => {
    const { body: posted } = await post({ validthrough: '2026-12-01' });
    expect(posted.validthrough).toBe('2026-12-01');
    expect((await update(posted.id)).body.validthrough).toBe('2026-12-01');
    expect((await update(posted.id, { validthrough: '2027-01-31' })).body.validthrough).toBe(
      '2027-01-31',
    );
    expect((await update(posted.id, { validthrough: '' })).body.validthrough).toBe('');
    expect((await get(`/api/jobs/${posted.id}`)).body.date).toBe(posted.date);
  });

  test('the closing date of a job is 60 days ahead unless the body states one', async () => {
    const { body: posted } = await post();
    expect(posted.validthrough).toBe('2027-01-19');
    expect((await post({ validthrough: '' })).body.validthrough).toBe('');
  });

  test('the closing date of a published draft without one is 60 days ahead, but stays empty if the draft says so', async () => {
    const { token } = employer;
    const publish = async (values: object) => {
      const draft = { ...body(), ...values };
      const { body: saved } = await ask('POST', '/api/job-drafts', { token, body: draft });
      vi.setSystemTime('2026-11-21T00:00:01.000Z');
      await ask('POST', `/api/job-drafts/${saved.id}/submit`, { token });
      return [saved.job.validthrough, (await get(`/api/jobs/${saved.id}`)).body.validthrough];
    };
    expect(await publish({})).toEqual([null, '2027-01-20']);
    expect(await publish({ validthrough: '' })).toEqual(['', '']);
    expect(await publish({ validthrough: '2026-12-24' })).toEqual(['2026-12-24', '2026-12-24']);
  });

  test('may be today', async () => {
    expect((await post({ validthrough: '2026-11-20' })).status).toBe(201);
  });

  test.each([
    '2026-11-19',
    '2026-02-30',
    '2026-13-01',
    '30.11.2026',
    'soon',
    '2026-12-01T00:00',
    7,
  ])('the closing date of a job cannot be %s', async (validthrough) => {
    const reply = await post({ validthrough });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].path).toBe('validthrough');
  });

  test('a job is closed at the end of its closing date in lists, in counts and on its page', async () => {
    const { body: posted } = await post({ title: 'Weaver', validthrough: '2026-11-20' });
    await post({ title: 'Spinner', validthrough: '2026-11-21' });
    expect(await closeOverdueJobs(board.db)).toBe(0);
    expect(await listed()).toEqual(['Spinner', 'Weaver']);

    vi.setSystemTime('2026-11-21T00:00:00.000Z');
    // The page of the job changes at once. Lists change when the scheduled task closes the job.
    expect((await get(`/api/jobs/${posted.id}`)).status).toBe(410);
    expect(await closeOverdueJobs(board.db)).toBe(1);
    expect(await listed()).toEqual(['Spinner']);
    expect(await listed('?q=weaver')).toEqual([]);
    const { body: counts } = await get('/api/jobs/counts');
    expect(counts.total).toBe(1);
    const { body: ended } = await get(`/api/jobs/${posted.id}/closed`);
    expect(ended).toMatchObject({ closedat: '2026-11-20T23:59:59.999Z', job: { title: 'Weaver' } });
    const [event] = await board.db
      .select()
      .from(audit_events)
      .where(eq(audit_events.actor, 'last day'));
    expect(event).toMatchObject({ action: 'update', thing_id: posted.id });
  });

  test('the scheduled task closes any number of jobs, each once, even if several processes run it at the same time', async () => {
    const rows = Array.from({ length: 1_100 }, (_, number) => ({
      id: `0193e317-e637-79a6-86b3-${String(number).padStart(12, '0')}`,
      company_id: employer.company,
      title: `Job ${number}`,
      type: 'Contract' as const,
      location: '',
      validthrough: '2026-11-01',
    }));
    await board.db.insert(jobs).values(rows);
    const closed = await Promise.all([closeOverdueJobs(board.db), closeOverdueJobs(board.db)]);
    expect(closed.reduce((sum, number) => sum + number, 0)).toBe(1_100);
    expect(await listed()).toEqual([]);
  });
});

describe('the end of a closing date', () => {
  const losAngeles = { location: 'Los Angeles, CA', validthrough: '2026-12-12' };

  test('a job in Los Angeles is open until its closing date is over there, and its page says that date', async () => {
    const { body: posted } = await post(losAngeles);
    const { id } = posted;
    expect(posted).toMatchObject({
      validthrough: '2026-12-12',
      closesat: '2026-12-13T07:59:59.999Z',
    });
    vi.setSystemTime('2026-12-13T03:00:00.000Z');
    employer.token = await tokenFor(board.db, employer.id);
    expect(await closeOverdueJobs(board.db)).toBe(0);
    expect((await get(`/api/jobs/${id}`)).status).toBe(200);
    expect((await board.app.inject(`/jobs/${id}`)).body).toContain(
      '<time dateTime="2026-12-12">12 Dec 2026</time>',
    );
    // The day can still be chosen, and people can still renew the job.
    expect((await update(id, losAngeles)).status).toBe(200);

    vi.setSystemTime('2026-12-13T08:00:00.000Z');
    expect((await get(`/api/jobs/${id}`)).status).toBe(410);
    expect(await closeOverdueJobs(board.db)).toBe(1);
    const { body: closed } = await get(`/api/jobs/${id}/closed`);
    expect(closed.closedat).toBe('2026-12-13T07:59:59.999Z');
    expect((await board.app.inject(`/jobs/${id}`)).body).toContain('12 December 2026');
  });

  test.each([
    ['Los Angeles, CA', '2027-03-14', '2027-03-15T06:59:59.999Z'],
    ['Los Angeles, CA', '2027-11-07', '2027-11-08T07:59:59.999Z'],
    ["St. John's, Newfoundland and Labrador", '2026-12-12', '2026-12-13T03:29:59.999Z'],
    ['Bengaluru, India', '2026-12-12', '2026-12-12T18:29:59.999Z'],
    ['Auckland', '2026-12-12', '2026-12-12T10:59:59.999Z'],
    ['Auckland', '2027-04-04', '2027-04-04T11:59:59.999Z'],
    ['Auckland', '2027-09-26', '2027-09-26T10:59:59.999Z'],
    // The clock changes at midnight.
    ['Santiago, Chile', '2027-09-04', '2027-09-05T03:59:59.999Z'],
    ['Havana, Cuba', '2027-11-06', '2027-11-07T03:59:59.999Z'],
    ['Germany', '2026-12-12', '2026-12-12T22:59:59.999Z'],
    ['Argentina', '2026-12-12', '2026-12-13T02:59:59.999Z'],
    ['Spain', '2026-12-12', '2026-12-12T23:59:59.999Z'],
    ['Berlin; Los Angeles, CA', '2026-12-12', '2026-12-12T22:59:59.999Z'],
    ['United States', '2026-12-12', '2026-12-12T23:59:59.999Z'],
    ['EMEA', '2026-12-12', '2026-12-12T23:59:59.999Z'],
    ['Somewhere', '2026-12-12', '2026-12-12T23:59:59.999Z'],
    ['Somewhere', '', null],
  ])('a job in %s whose closing date is %j closes at %s', async (location, validthrough, end) => {
    expect((await post({ location, validthrough })).body.closesat).toBe(end);
  });

  test('the moment at which a job closes follows its closing date and its place, whichever program changes them', async () => {
    const { id } = await ownJob({ location: 'Auckland', validthrough: '2026-12-12' });
    const end = async () => (await get(`/api/jobs/${id}`)).body.closesat;
    expect(await end()).toBe('2026-12-12T10:59:59.999Z');
    await board.db.update(jobs).set({ validthrough: '2026-12-13' }).where(eq(jobs.id, id));
    expect(await end()).toBe('2026-12-13T10:59:59.999Z');
    await update(id, losAngeles);
    expect(await end()).toBe('2026-12-13T07:59:59.999Z');
    await ask('POST', `/api/jobs/${id}/renew`, { token: employer.token });
    expect(await end()).toBe('2027-01-20T07:59:59.999Z');
    // Version 1.0.0 stores facts without the moment.
    await board.db.update(job_facts).set({ closes_at: null, zone: null, reader: 1 });
    expect(await end()).toBe('2027-01-19T23:59:59.999Z');
    await readMissingFacts(board.db);
    expect(await end()).toBe('2027-01-20T07:59:59.999Z');
  });

  test('a change of the board’s time zone changes when jobs close whose places have none', async () => {
    const day = { validthrough: '2026-12-12' };
    const here = await ownJob({ location: 'Berlin', ...day });
    const anywhere = await ownJob({ location: 'Somewhere', ...day });
    const ends = async () =>
      Promise.all(
        [here, anywhere].map(async ({ id }) => (await get(`/api/jobs/${id}`)).body.closesat),
      );
    await storeTimeZone(board.db, 'America/St_Johns');
    await readMissingFacts(board.db);
    expect(await ends()).toEqual(['2026-12-12T22:59:59.999Z', '2026-12-13T03:29:59.999Z']);
    expect(await readMissingFacts(board.db)).toBe(0);
    await storeTimeZone(board.db, 'UTC');
    expect(await readMissingFacts(board.db)).toBe(1);
    expect(await ends()).toEqual(['2026-12-12T22:59:59.999Z', '2026-12-12T23:59:59.999Z']);
    await expect(storeTimeZone(board.db, 'Mars/Olympus')).rejects.toThrow('Mars/Olympus');
  });

  test('a closing date can be chosen until it is over where the job is', async () => {
    const today = { validthrough: '2026-12-12' };
    const yesterday = { validthrough: '2026-12-11' };
    const refused = { status: 400, body: { errors: [{ path: 'validthrough' }] } };
    vi.setSystemTime('2026-12-12T10:59:00.000Z');
    employer.token = await tokenFor(board.db, employer.id);
    expect((await post({ location: 'Pago Pago, American Samoa', ...yesterday })).status).toBe(201);
    expect(await post({ location: 'Berlin', ...yesterday })).toMatchObject(refused);
    expect((await post({ location: 'Auckland', ...today })).status).toBe(201);

    vi.setSystemTime('2026-12-12T11:00:00.000Z');
    expect(await post({ location: 'Auckland', ...today })).toMatchObject(refused);
    const { body: posted } = await post({ location: 'Auckland' });
    expect(await update(posted.id, { location: 'Auckland', ...today })).toMatchObject(refused);
    await close(posted.id);
    expect(await reopen(posted.id, today)).toMatchObject(refused);
    expect((await get(`/api/jobs/${posted.id}`)).status).toBe(410);
  });

  test('a time zone that PostgreSQL does not know counts as the time zone of the board', async () => {
    const { id } = await ownJob({ location: 'Auckland', validthrough: '2026-12-12' });
    await board.db.update(job_facts).set({ zone: 'Pacific/New_Zone' });
    await board.db.update(jobs).set({ validthrough: '2026-12-13' });
    expect((await get(`/api/jobs/${id}`)).body.closesat).toBe('2026-12-13T23:59:59.999Z');
  });
});

describe('a closed job', () => {
  const ways = {
    'whose closing date is over': () => ownJob({ validthrough: '2026-11-19' }),
    'that an admin has closed': async () => {
      const job = await ownJob();
      expect((await close(job.id)).status).toBe(204);
      return job;
    },
    'that its source no longer lists': () => ownJob({ closed_at: TODAY }),
  };

  describe.each(Object.entries(ways))('%s', (_, make) => {
    test('a closed job answers 410, is described at its own URL, and can be reopened', async () => {
      const { id, date } = await make();
      const reply = await get(`/api/jobs/${id}`);
      expect(reply.status).toBe(410);
      expect(reply.type).toMatch('application/problem+json');
      // Without a limit, browsers may cache a 410 forever, although a closed job can be reopened.
      for (const url of [`/api/jobs/${id}`, `/jobs/${id}`]) {
        const { headers } = await board.app.inject({ url });
        expect(headers['cache-control']).toMatch(/no-store|max-age=0/);
      }
      await closeOverdueJobs(board.db);
      expect(await listed()).toEqual([]);

      const { body: ended } = await get(`/api/jobs/${id}/closed`);
      expect(ended.job).toMatchObject({
        title: 'Maker',
        description: '<p>You will make things.</p>\n',
      });
      expect(ended.job).not.toHaveProperty('applyurl');

      const { status, body: opened } = await reopen(id, { validthrough: '2026-12-24' });
      expect(status).toBe(200);
      expect(opened).toMatchObject({
        id,
        date: date.toISOString(),
        validthrough: '2026-12-24',
        applyurl: 'https://ada.example/apply',
      });
      expect(await listed()).toEqual(['Maker']);
      expect((await get(`/api/jobs/${id}/closed`)).status).toBe(404);
    });

    test('a closed job cannot be edited or closed again, and can be deleted', async () => {
      const { id } = await make();
      expect((await update(id)).status).toBe(410);
      expect((await close(id)).status).toBe(410);
      expect((await ask('DELETE', `/api/jobs/${id}`, { token: employer.token })).status).toBe(204);
      expect((await get(`/api/jobs/${id}`)).status).toBe(410);
    });
  });

  test.each([
    ['closes in 60 days if its closing date has passed', '2026-11-19', {}, '2027-01-19'],
    ['keeps a closing date to come', '2026-12-24', {}, '2026-12-24'],
    ['keeps having none', null, {}, ''],
    ['has none if that is asked for', '2026-11-19', { validthrough: '' }, ''],
  ])('a job %s when it is reopened', async (_, stored, sent, validthrough) => {
    const { id } = await ownJob({ validthrough: stored, closed_at: TODAY, closed_by: 'admin' });
    expect((await reopen(id, sent)).body.validthrough).toBe(validthrough);
  });

  test('a job cannot be reopened with a closing date in the past', async () => {
    const { id } = await ownJob({ closed_at: TODAY });
    expect((await reopen(id, { validthrough: '2026-11-19' })).status).toBe(400);
    expect((await get(`/api/jobs/${id}`)).status).toBe(410);
  });

  test('an open job can be neither reopened nor read as a closed job', async () => {
    const { id } = await ownJob();
    expect((await reopen(id)).status).toBe(409);
    expect((await get(`/api/jobs/${id}/closed`)).status).toBe(404);
  });

  test('a job can be closed only with the current ETag', async () => {
    const { id } = await ownJob();
    const stale = { 'if-match': '"7.1.markdown"' };
    expect((await close(id, employer.token, stale)).status).toBe(412);
    expect((await close(id, employer.token, { 'if-match': '"1.1.markdown"' })).status).toBe(204);
  });

  test('a job can be closed and reopened only by its admins', async () => {
    const open = await ownJob();
    const closed = await ownJob({ closed_at: TODAY });
    const { token: user } = { token: await tokenFor(board.db, (await createAccount(board.db)).id) };
    for (const [token, status] of [
      [undefined, 401],
      ['nonsense', 401],
      [user, 403],
      [competitor, 403],
    ] as const) {
      const given = token === undefined ? {} : { token };
      expect((await ask('POST', `/api/jobs/${open.id}/close`, given)).status).toBe(status);
      const attempt = await ask('POST', `/api/jobs/${closed.id}/reopen`, { ...given, body: {} });
      expect(attempt.status).toBe(status);
    }
    expect((await get(`/api/jobs/${open.id}`)).status).toBe(200);
    expect((await close(open.id, siteAdmin)).status).toBe(204);
    expect((await reopen(closed.id, {}, siteAdmin)).status).toBe(200);
  });

  test.each(['nonsense', UNKNOWN])('returns 404 for a job that never existed: %s', async (id) => {
    expect((await get(`/api/jobs/${id}`)).status).toBe(404);
    expect((await get(`/api/jobs/${id}/closed`)).status).toBe(404);
    expect((await close(id)).status).toBe(404);
    expect((await reopen(id)).status).toBe(404);
  });
});

describe('a deleted job', () => {
  test('answers 410 for everyone, with none of its content', async () => {
    const { id } = await ownJob({ title: 'A secret' });
    await createJob(board.db, { title: 'No secret' });
    const token = employer.token;
    expect((await ask('DELETE', `/api/jobs/${id}`, { token })).status).toBe(204);
    expect((await get(`/api/jobs/${id}`)).status).toBe(410);
    const { status, body: ended } = await get(`/api/jobs/${id}/closed`);
    expect(status).toBe(200);
    expect(ended.job).toBeNull();
    // Compare with the clock of the database, because the test changes only the clock of the server.
    const { rows } = await board.db.execute<{ age: number }>(
      sql`select extract(epoch from now() - ${ended.closedat}::timestamptz)::float8 as age`,
    );
    expect(rows[0]?.age).toBeGreaterThanOrEqual(0);
    expect(rows[0]?.age).toBeLessThan(60);
    expect(JSON.stringify(ended)).not.toContain('A secret');
    for (const method of ['DELETE', 'PUT']) {
      const again = await ask(method, `/api/jobs/${id}`, {
        token,
        ...(method === 'PUT' && { body: body() }),
      });
      expect(again.status).toBe(410);
    }
    expect((await reopen(id)).status).toBe(410);
  });

  test('also answers 410 if its company was deleted', async () => {
    const { id } = await ownJob();
    const company = `/api/companies/${employer.company}`;
    expect((await ask('DELETE', company, { token: siteAdmin })).status).toBe(204);
    expect((await get(`/api/jobs/${id}`)).status).toBe(410);
    expect((await get(`/api/jobs/${id}/closed`)).status).toBe(200);
  });
});

test('a repeated request to create a job returns the job even if it has been closed since', async () => {
  const headers = { 'idempotency-key': 'once' };
  const again = () => ask('POST', '/api/jobs', { token: employer.token, body: body(), headers });
  const { body: posted } = await again();
  await close(posted.id);
  const reply = await again();
  expect([reply.status, reply.body.id]).toEqual([201, posted.id]);
  await ask('DELETE', `/api/jobs/${posted.id}`, { token: employer.token });
  expect((await again()).status).toBe(409);
});

test('a closed job has at most six similar jobs, which are open, the most similar first', async () => {
  const was = await ownJob({ title: 'Senior Loom Engineer, Weaving (Remote)', closed_at: TODAY });
  await ownJob({ title: 'Cook' });
  for (let number = 1; number <= 4; number += 1) {
    await createJob(board.db, { title: `Pump Engineer ${number}` });
  }
  await createJob(board.db, { title: 'Loom Engineer' });
  await createJob(board.db, { title: 'Loom Engineer II', closed_at: TODAY });
  const { body: ended } = await get(`/api/jobs/${was.id}/closed`);
  const titles = ended.similar.map(({ title }: { title: string }) => title);
  expect(titles.slice(0, 2)).toEqual(['Loom Engineer', 'Cook']);
  expect(titles).toHaveLength(6);
  expect(titles.slice(2).every((title: string) => title.startsWith('Pump'))).toBe(true);
});

test.each(['"', '- -- "', '((((', '👩‍💻', 'or or or', "';--", '   x   '])(
  'looking for jobs similar to a closed job titled %j causes no error',
  async (title) => {
    const { id } = await ownJob({ title, closed_at: TODAY });
    expect((await get(`/api/jobs/${id}/closed`)).status).toBe(200);
  },
);

test('an expired job is not listed as similar to itself', async () => {
  const { id } = await ownJob({ title: 'Loom Engineer', validthrough: '2026-11-19' });
  expect((await get(`/api/jobs/${id}/closed`)).body.similar).toEqual([]);
});

describe('GET /api/jobs/closed', () => {
  const seen = async (token: string, query = '') =>
    (await ask('GET', `/api/jobs/closed${query}`, { token })).body;
  const titlesOf = ({ results }: { results: { title: string }[] }) =>
    results.map(({ title }) => title);

  test('shows employers their own closed jobs and site admins all of them, and refuses everyone else', async () => {
    await ownJob({ title: 'Own', closed_at: TODAY, closed_by: 'admin' });
    await ownJob({ title: 'Open' });
    await createJob(board.db, { title: 'Other', closed_at: new Date('2026-11-01T00:00:00Z') });
    expect(titlesOf(await seen(employer.token))).toEqual(['Own']);
    expect(titlesOf(await seen(siteAdmin))).toEqual(['Own', 'Other']);
    expect((await seen(employer.token)).results[0]).toMatchObject({
      closedat: TODAY.toISOString(),
      closedby: 'admin',
      company: { id: employer.company },
    });
    expect((await get('/api/jobs/closed')).status).toBe(401);
    const token = await tokenFor(board.db, (await createAccount(board.db)).id);
    expect((await ask('GET', '/api/jobs/closed', { token })).status).toBe(403);
  });

  test('returns the list of closed jobs in pages', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await ownJob({
        title: `Job ${number}`,
        closed_at: new Date(`2026-11-0${Math.ceil(number / 2)}`),
      });
    }
    const titles: string[] = [];
    let cursor = '';
    do {
      const page = await seen(siteAdmin, `?limit=2${cursor && `&cursor=${cursor}`}`);
      titles.push(...titlesOf(page));
      cursor = page.next ?? '';
    } while (cursor);
    expect(titles).toEqual(['Job 5', 'Job 4', 'Job 3', 'Job 2', 'Job 1']);
  });

  test.each(['?limit=0', '?limit=1e9', '?cursor=nonsense'])(
    'refuses to list closed jobs with the query %s',
    async (query) => {
      const reply = await ask('GET', `/api/jobs/closed${query}`, { token: siteAdmin });
      expect(reply.status).toBe(400);
    },
  );
});
