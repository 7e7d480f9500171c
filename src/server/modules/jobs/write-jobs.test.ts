import { count, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { job_facts } from '#server/db/fact-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import { DESCRIPTION_LENGTH, LOCATION_LENGTH, TITLE_LENGTH, URL_LENGTH } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask, get } = board;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

let siteAdmin: string;
let employer: { token: string; id: string; company: string };

beforeEach(async () => {
  const { db } = board;
  siteAdmin = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
  const { id, company_id } = await createAccount(db, { role: 'companyadmin' });
  employer = { token: await tokenFor(db, id), id, company: company_id ?? '' };
});

/** Makes a request body like those that the forms send. Spec: "Forms". */
const bodyFor = (company: string, values: Record<string, unknown> = {}) => ({
  id: '',
  date: '2001-01-01T00:00:00.000Z',
  title: 'Thing Maker',
  type: 'Contract',
  location: 'Porto',
  description: 'You will make **things**.',
  salary: '$200K-$300K',
  applyurl: 'https://example.com/apply',
  company: { id: company, logo: '', name: '', description: '', website: '' },
  ...values,
});

const stored = async () => (await board.db.select({ jobs: count() }).from(jobs))[0]?.jobs;

/** Creates a job, and returns the three calls that write jobs. */
async function calls() {
  const job = await createJob(board.db, { company_id: employer.company });
  const body = bodyFor(employer.company);
  return [
    { method: 'POST', url: '/api/jobs', body },
    { method: 'PUT', url: `/api/jobs/${job.id}`, body: { ...body, id: job.id } },
    { method: 'DELETE', url: `/api/jobs/${job.id}`, body: undefined },
  ];
}

describe('writing jobs', () => {
  test('is refused to visitors', async () => {
    for (const { method, url, body } of await calls()) {
      const reply = await ask(method, url, { body });
      expect(reply.status, method).toBe(401);
      expect(reply.headers['content-type']).toMatch('application/problem+json');
    }
    expect(await stored()).toBe(1);
  });

  test('is refused to users without a role', async () => {
    const user = await tokenFor(board.db, (await createAccount(board.db)).id);
    const unknown = await tokenFor(board.db, 'auth0|nobody');
    for (const { method, url, body } of await calls()) {
      for (const token of [user, unknown]) {
        expect((await ask(method, url, { token, body })).status, method).toBe(403);
      }
    }
    expect(await stored()).toBe(1);
  });

  test('is allowed to company admins for jobs of their own company', async () => {
    for (const { method, url, body } of await calls()) {
      const { status } = await ask(method, url, { token: employer.token, body });
      expect(status, method).toBe({ POST: 201, PUT: 200, DELETE: 204 }[method]);
    }
  });

  test('writing jobs is refused to company admins for jobs of another company', async () => {
    const other = await createAccount(board.db, { role: 'companyadmin' });
    const token = await tokenFor(board.db, other.id);
    for (const { method, url, body } of await calls()) {
      expect((await ask(method, url, { token, body })).status, method).toBe(403);
    }
    // Access depends on the stored company of the job, even if the body names the caller's own company.
    const [job] = await board.db.select().from(jobs);
    const body = bodyFor(other.company_id ?? '');
    const taken = await ask('PUT', `/api/jobs/${job?.id}`, {
      token,
      body: { ...body, id: job?.id },
    });
    expect(taken.status).toBe(403);
    expect(await board.db.select().from(jobs)).toEqual([job]);
  });

  test('is allowed to site admins for all jobs', async () => {
    for (const { method, url, body } of await calls()) {
      const { status } = await ask(method, url, { token: siteAdmin, body });
      expect(status, method).toBe({ POST: 201, PUT: 200, DELETE: 204 }[method]);
    }
  });

  test('only site admins can move a job to another company', async () => {
    const job = await createJob(board.db, { company_id: employer.company });
    const other = await createCompany(board.db, { name: 'Other' });
    const url = `/api/jobs/${job.id}`;
    const body = bodyFor(other.id, { id: job.id });
    expect((await ask('PUT', url, { token: employer.token, body })).status).toBe(403);
    expect((await get(url)).body.company.id).toBe(employer.company);
    expect((await ask('PUT', url, { token: siteAdmin, body })).status).toBe(200);
    expect((await get(url)).body.company.id).toBe(other.id);
  });
});

describe('POST /api/jobs', () => {
  test('posts a job with the current date, which is then first in the list', async () => {
    await createJob(board.db, { title: 'Before' });
    const before = Date.now();
    const reply = await ask('POST', '/api/jobs', {
      token: employer.token,
      body: bodyFor(employer.company, { title: '  Thing Maker ' }),
    });
    expect(reply.status).toBe(201);
    const { id, date } = reply.body;
    expect(reply.headers.location).toBe(`/api/jobs/${id}`);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
    expect(reply.body).toMatchObject({
      title: 'Thing Maker',
      type: 'Contract',
      location: 'Porto',
      description: 'You will make **things**.',
      salary: '$200K-$300K',
      applyurl: 'https://example.com/apply',
      company: { id: employer.company },
    });
    expect((await get(`/api/jobs/${id}`)).body).toEqual(reply.body);
    const list = (await get('/api/jobs?description=summary')).body;
    expect(list.results[0]).toMatchObject({ id, description: 'You will make things.' });
    expect(list.total).toBe(2);
  });

  test('a new job requires neither a description nor an apply URL', async () => {
    const { description, applyurl, ...body } = bodyFor(employer.company);
    for (const none of [body, { ...body, description: '', applyurl: '' }]) {
      const reply = await ask('POST', '/api/jobs', { token: employer.token, body: none });
      expect(reply.body).toMatchObject({ description: '', applyurl: '' });
    }
  });

  test('a new job accepts texts of the maximum length', async () => {
    const address = `https://example.com/${'x'.repeat(URL_LENGTH - 20)}`;
    const body = bodyFor(employer.company, {
      title: 't'.repeat(TITLE_LENGTH),
      location: 'l'.repeat(LOCATION_LENGTH),
      description: '*'.repeat(DESCRIPTION_LENGTH),
      applyurl: address,
    });
    const reply = await ask('POST', '/api/jobs', { token: employer.token, body });
    expect(reply.status).toBe(201);
    expect(reply.body.applyurl).toBe(address);
  });

  test('creates only one job for two requests with the same idempotency key', async () => {
    const body = bodyFor(employer.company);
    const headers = { 'idempotency-key': 'once' };
    const post = () => ask('POST', '/api/jobs', { token: employer.token, body, headers });
    const replies = await Promise.all([post(), post(), post()]);
    replies.push(await post());
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  test('ignores fields of a new job that have no effect', async () => {
    const headers = { 'idempotency-key': 'once' };
    const deep = `${'['.repeat(18)}${']'.repeat(18)}`;
    const body = JSON.stringify(bodyFor(employer.company, { id: 'DEEP', date: 'DEEP' }));
    const post = (payload: string) =>
      ask('POST', '/api/jobs', { token: employer.token, body: payload, headers });
    const { status, body: job } = await post(body.replace('"DEEP"', deep));
    expect(status).toBe(201);
    expect((await post(body)).body.id).toBe(job.id);
    const company = body.replace(`"id":"${employer.company}"`, `"id":${deep}`);
    expect((await post(company)).status).toBe(400);
  });

  test('accepts the same idempotency key from another person, but not for a different request', async () => {
    const body = bodyFor(employer.company);
    const headers = { 'idempotency-key': 'once' };
    await ask('POST', '/api/jobs', { token: employer.token, body, headers });
    const other = await ask('POST', '/api/jobs', { token: siteAdmin, body, headers });
    expect(other.status).toBe(201);
    expect(await stored()).toBe(2);
    const changed = { ...body, title: 'Another' };
    const reply = await ask('POST', '/api/jobs', { token: employer.token, body: changed, headers });
    expect(reply.status).toBe(409);
    expect(await stored()).toBe(2);
  });

  test('accepts an idempotency key again after a refused request, but not after its job was deleted', async () => {
    const headers = { 'idempotency-key': 'once' };
    const post = (body: object) => ask('POST', '/api/jobs', { token: siteAdmin, body, headers });
    expect((await post(bodyFor(NIL_ID))).status).toBe(400);
    const { status, body: job } = await post(bodyFor(employer.company));
    expect(status).toBe(201);
    await ask('DELETE', `/api/jobs/${job.id}`, { token: siteAdmin });
    expect((await post(bodyFor(employer.company))).status).toBe(409);
    expect(await stored()).toBe(0);
  });

  test('refuses an idempotency key that is too long, and ignores an empty one', async () => {
    const body = bodyFor(employer.company);
    const post = (key: string) =>
      ask('POST', '/api/jobs', {
        token: employer.token,
        body,
        headers: { 'idempotency-key': key },
      });
    const reply = await post('k'.repeat(256));
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].path).toBe('Idempotency-Key');
    expect((await post('')).status).toBe(201);
    expect((await post('')).status).toBe(201);
    expect(await stored()).toBe(2);
  });
});

describe('PUT /api/jobs/:id', () => {
  test('updates the fields that the employer writes, and keeps the date and all other fields', async () => {
    const job = await createJob(board.db, {
      company_id: employer.company,
      date: new Date('2026-01-02T03:04:05.678Z'),
      pay_minimum: 1,
      pay_maximum: 2,
      pay_currency: 'EUR',
      pay_unit: 'hour',
    });
    const url = `/api/jobs/${job.id}`;
    const body = bodyFor(employer.company, { id: job.id });
    const reply = await ask('PUT', url, { token: employer.token, body });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: job.id,
      title: 'Thing Maker',
      date: '2026-01-02T03:04:05.678Z',
      pay: { minimum: 1, maximum: 2, currency: 'EUR', unit: 'hour' },
    });
    expect((await get(url)).body).toEqual(reply.body);
    const list = (await get('/api/jobs?description=summary')).body;
    expect(list.results[0].description).toBe('You will make things.');
  });

  test.each([
    ['description', ''],
    ['description', ' \n '],
    ['applyurl', ''],
  ])('refuses an edit that leaves %s empty: %j', async (field, value) => {
    const job = await createJob(board.db, { company_id: employer.company });
    const body = bodyFor(employer.company, { [field]: value });
    const { id: _, ...rest } = body;
    const reply = await ask('PUT', `/api/jobs/${job.id}`, { token: employer.token, body: rest });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([{ path: field, message: 'must not be empty' }]);
  });

  test('an edit states an apply URL or an email address, or keeps the stored address', async () => {
    const { id } = await createJob(board.db, { company_id: employer.company });
    const put = async (values: object) => {
      const body = bodyFor(employer.company, { id, ...values });
      return (await ask('PUT', `/api/jobs/${id}`, { token: employer.token, body })).body;
    };
    const missing = [{ path: 'applyurl', message: 'must not be empty' }];
    expect((await put({ applyurl: '', applyemail: ' ' })).errors).toEqual(missing);
    const stated = { applyurl: '', applyemail: 'jobs@ada.example' };
    expect(await put({ ...stated, applyemail: ' jobs@ada.example ' })).toMatchObject(stated);
    expect(await put({ applyurl: '' })).toMatchObject(stated);
    expect((await put({ applyemail: 'jobs at ada' })).errors).toEqual([
      { path: 'applyemail', message: 'must be an email address, such as name@example.com' },
    ]);
    expect(await put({ applyemail: '' })).toMatchObject({ applyemail: '' });
  });

  test('rejects a body whose id differs from the id in the URL', async () => {
    const job = await createJob(board.db, { company_id: employer.company });
    const body = bodyFor(employer.company, { id: NIL_ID });
    const reply = await ask('PUT', `/api/jobs/${job.id}`, { token: employer.token, body });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].path).toBe('id');
  });
});

describe.each(['PUT', 'DELETE'])('%s /api/jobs/:id', (method) => {
  const write = (id: string, ifMatch?: string) =>
    ask(method, `/api/jobs/${encodeURIComponent(id)}`, {
      token: siteAdmin,
      ...(method === 'PUT' && { body: bodyFor(employer.company, { id }) }),
      ...(ifMatch && { headers: { 'if-match': ifMatch } }),
    });
  const tagOf = async (id: string, form = 'markdown') => {
    const { headers } = await ask('GET', `/api/jobs/${id}?description=${form}`);
    return String(headers.etag);
  };

  test.each([NIL_ID, '1', 'a\0b', '../jobs', "'; drop table jobs; --"])(
    'a write returns 404 for the job %j',
    async (id) => {
      expect((await write(id)).status).toBe(404);
    },
  );

  test('a write accepts the ETag of the current version, in any format', async () => {
    for (const form of ['markdown', 'html', 'text']) {
      const job = await createJob(board.db);
      const { status } = await write(job.id, await tagOf(job.id, form));
      expect(status).toBe(method === 'PUT' ? 200 : 204);
    }
  });

  test.each(['*', '"9.9.html", W/"1.1.markdown"'])(
    'a write accepts If-Match %s',
    async (ifMatch) => {
      const job = await createJob(board.db);
      expect((await write(job.id, ifMatch)).status).toBe(method === 'PUT' ? 200 : 204);
    },
  );

  test('a write does not overwrite a newer version', async () => {
    const job = await createJob(board.db);
    const tag = await tagOf(job.id);
    const url = `/api/jobs/${job.id}`;
    const body = bodyFor(employer.company, { id: job.id, title: 'Newer' });
    const newer = await ask('PUT', url, { token: siteAdmin, body });
    expect(newer.headers.etag).toBe(await tagOf(job.id));
    for (const stale of [tag, '"0"', '"x"', '"2x"', 'nonsense', `"${'1'.repeat(12_000)}`]) {
      expect((await write(job.id, stale)).status).toBe(412);
    }
    expect((await get(url)).body.title).toBe('Newer');
    expect((await write(job.id, String(newer.headers.etag))).status).toBeLessThan(300);
  });
});

test('each format of a job has its own ETag, which also changes if the company changes', async () => {
  const job = await createJob(board.db);
  const tags = async () => {
    const forms = ['markdown', 'html', 'text'];
    const replies = forms.map((form) => ask('GET', `/api/jobs/${job.id}?description=${form}`));
    return (await Promise.all(replies)).map(({ headers }) => headers.etag);
  };
  const before = await tags();
  const company = { name: 'New', description: 'New.', website: 'https://new.example' };
  const url = `/api/companies/${job.company_id}`;
  expect((await ask('PUT', url, { token: siteAdmin, body: company })).status).toBe(200);
  expect(new Set([...before, ...(await tags())]).size).toBe(6);
});

const PAY = { minimum: 50_000, maximum: 60_000, currency: 'GBP', unit: 'year' };

describe('the facts that an employer states', () => {
  const post = (values: Record<string, unknown>) =>
    ask('POST', '/api/jobs', { token: employer.token, body: bodyFor(employer.company, values) });
  const put = (id: string, body: Record<string, unknown>) =>
    ask('PUT', `/api/jobs/${id}`, { token: employer.token, body });
  const row = async () => (await board.db.select().from(jobs))[0];

  test('are stored and returned: workplace, hours and pay, which makes the salary range optional', async () => {
    const facts = { workplace: 'hybrid', employment: 'temporary', pay: PAY };
    const { status, body: job } = await post({ ...facts, salary: '' });
    expect(status).toBe(201);
    expect(job).toMatchObject({ ...facts, pay: { ...PAY, source: 'field' } });
    expect(job.stated).toEqual(['workplace', 'employment']);
    expect((await get('/api/jobs?workplace=hybrid&employment=temporary')).body.total).toBe(1);
    expect((await post({ workplace: '', employment: null, pay: null })).body).toMatchObject({
      workplace: null,
      employment: 'contract',
      pay: null,
      stated: ['salary'],
    });
  });

  test.each([
    [{ ...PAY, minimum: 60_000 }],
    [{ ...PAY, minimum: 12.125, maximum: 12.5, unit: 'hour' }],
    [{ ...PAY, minimum: null, maximum: 1e9 }],
    [{ ...PAY, maximum: null }],
  ])('accepts the pay %j', async (pay) => {
    expect((await post({ pay })).body.pay).toEqual({ ...pay, source: 'field' });
  });

  test.each([
    [{ maximum: 60_000 }, { minimum: null, maximum: 60_000 }],
    [
      { minimum: 0, maximum: 60_000 },
      { minimum: null, maximum: 60_000 },
    ],
    [{ minimum: 50_000 }, { minimum: 50_000, maximum: null }],
  ])('accept one bound of pay, in each form: %j', async (sent, bounds) => {
    const { currency, unit } = PAY;
    const { status, body: job } = await post({ salary: '', pay: { ...sent, currency, unit } });
    const pay = { ...bounds, currency, unit, source: 'field' };
    expect([status, job.pay]).toEqual([201, pay]);
    // Version 1.0.0, which may still serve requests, requires both bounds in `pay`.
    const [facts] = await board.db.select().from(job_facts);
    expect(facts).toMatchObject({ pay: null, open_pay: pay });
    // A client may send back what it has read.
    expect((await put(job.id, { ...job, title: 'Dyer' })).body).toMatchObject({
      title: 'Dyer',
      pay,
    });
    const found = await get(`/api/jobs?minsalary=${bounds.minimum === null ? '60k' : '90k'} GBP`);
    expect(found.body.results).toMatchObject([{ pay }]);
    expect((await get('/jobs.json')).body.items[0].summary).toContain(
      bounds.minimum === null ? 'Up to £60,000 / Year' : 'From £50,000 / Year',
    );
  });

  test('stated facts stay if an edit does not send them, and are removed by null or an empty text', async () => {
    const facts = { workplace: 'hybrid', employment: 'volunteer', pay: PAY };
    const { id } = (await post(facts)).body;
    const stays = await put(id, bodyFor(employer.company, { id }));
    expect(stays.body).toMatchObject({ ...facts, pay: { ...PAY, source: 'field' } });
    const changed = await put(
      id,
      bodyFor(employer.company, { id, workplace: 'remote', pay: { ...PAY, unit: 'month' } }),
    );
    expect(changed.body).toMatchObject({ workplace: 'remote', pay: { ...PAY, unit: 'month' } });
    const none = { workplace: '', employment: null, pay: null };
    expect((await put(id, bodyFor(employer.company, { id, ...none }))).body).toMatchObject({
      workplace: null,
      employment: 'contract',
      pay: null,
    });
    // A new type determines the employment, unless the edit states it.
    await put(id, bodyFor(employer.company, { id, employment: 'volunteer' }));
    const retyped = await put(id, bodyFor(employer.company, { id, type: 'Part-Time' }));
    expect(retyped.body.employment).toBe('part-time');
  });

  test('stated and derived facts stay unchanged if a client sends back a response that it has read', async () => {
    const stated = { workplace: 'hybrid', employment: 'volunteer', pay: PAY, salary: '' };
    for (const values of [
      stated,
      { location: 'Remote (Portugal)', type: 'Remote' },
      { description: 'You will earn €50,000–€60,000 a year.' },
      {},
    ]) {
      const { id } = (await post(values)).body;
      const before = await board.db.select().from(jobs).where(eq(jobs.id, id));
      const { body: job } = await get(`/api/jobs/${id}`);
      const { status, body: after } = await put(id, job);
      expect([status, after]).toEqual([200, job]);
      const { version, updated_at, ...columns } = before[0] ?? {};
      expect((await board.db.select().from(jobs).where(eq(jobs.id, id)))[0]).toMatchObject(columns);
    }
  });

  test('derived facts that an edit only repeats do not become stated ones, because they follow the texts', async () => {
    const { id } = (await post({ location: 'Remote', type: 'Full-Time' })).body;
    const { body: job } = await get(`/api/jobs/${id}`);
    expect(job).toMatchObject({ workplace: 'remote', employment: 'full-time', stated: ['salary'] });
    const moved = await put(id, { ...job, location: 'Porto (hybrid)', type: 'Part-Time' });
    expect(moved.body).toMatchObject({ workplace: 'hybrid', employment: 'part-time' });
    expect(await row()).toMatchObject({ workplace: null, employment: null });
    // A fact that `stated` lists is stored as stated, even if the texts say the same.
    await put(id, { ...moved.body, stated: ['salary', 'workplace'] });
    expect(await row()).toMatchObject({ workplace: 'hybrid', employment: null });
  });

  test('stated facts do not include pay that only the description contains', async () => {
    const description = 'The salary is €50,000 to €60,000 a year.';
    const { id } = (await post({ description, pay: PAY })).body;
    await board.db.update(jobs).set({ salary: '' });
    const body = bodyFor(employer.company, {
      id,
      description,
      pay: { ...PAY, source: 'description' },
    });
    expect((await put(id, body)).body.pay).toBeNull();
    expect(await row()).toMatchObject({ pay_minimum: null, pay_unit: null });
    const without = await put(id, { ...body, salary: '' });
    expect(without.body.errors).toEqual([
      { path: 'salary', message: 'must be one of the salary ranges' },
    ]);
  });

  test('stated facts may stay empty in edits of a job without pay, such as an imported one, but not be removed', async () => {
    const missing = [{ path: 'salary', message: 'must be one of the salary ranges' }];
    for (const description of ['We weave.', 'The salary is €50,000 to €60,000 a year.']) {
      const { id } = (await post({ description })).body;
      await board.db.update(jobs).set({ salary: '' });
      const without = bodyFor(employer.company, { id, description, salary: '', title: 'Dyer' });
      const { status, body: job } = await put(id, without);
      expect([status, job.title, job.stated]).toEqual([200, 'Dyer', []]);
      expect(await row()).toMatchObject({ salary: '', pay_minimum: null });
      expect((await put(id, { ...without, pay: PAY })).body.pay).toMatchObject(PAY);
      expect((await put(id, without)).body.errors).toEqual(missing);
      expect((await put(id, { ...without, pay: null })).body.errors).toEqual(missing);
      expect(await row()).toMatchObject({ pay_minimum: PAY.minimum });
      await board.db.delete(jobs);
    }
  });

  test('stated facts may be removed, and jobs added without them, on a board that requires no pay', async () => {
    const app = await buildTestApp(board, { PAY_REQUIRED: 'false' });
    const send = async (method: 'POST' | 'PUT', url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${employer.token}` };
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: reply.statusCode, body: reply.json() };
    };
    const none = bodyFor(employer.company, { salary: '', pay: null });
    const added = await send('POST', '/api/jobs', none);
    expect([added.status, added.body.salary]).toEqual([201, '']);
    expect((await send('POST', '/api/jobs', { ...none, title: '' })).body.errors).toEqual([
      { path: 'title', message: 'must not be empty' },
    ]);
    for (const stated of [{ salary: 'Over $300K' }, { pay: PAY }]) {
      const { body: job } = await send('POST', '/api/jobs', { ...none, ...stated });
      const edited = await send('PUT', `/api/jobs/${job.id}`, { ...none, id: job.id });
      expect([edited.status, edited.body.stated, edited.body.pay]).toEqual([200, [], null]);
    }
    const draft = await send('POST', '/api/job-drafts', none);
    const submitted = await send('POST', `/api/job-drafts/${draft.body.id}/submit`);
    expect(submitted.body.state).toBe('published');
    const claim = await send('POST', '/api/claims', {
      registration: { name: 'Rope Works', website: 'https://rope.example', description: 'Ropes.' },
    });
    const { company: _, ...firstJob } = { ...none, state: 'submitted' };
    expect((await send('PUT', `/api/claims/${claim.body.id}/job`, firstJob)).status).toBe(200);
    expect((await app.inject('/')).body).toContain('payOptional');
    await app.close();
  });

  test('stated facts can be written only by people who may write the job', async () => {
    const { id } = (await post({ pay: PAY })).body;
    const other = await createAccount(board.db, { role: 'companyadmin' });
    const user = await createAccount(board.db);
    const body = bodyFor(employer.company, { id, pay: null, workplace: 'remote' });
    const tokens = [
      undefined,
      await tokenFor(board.db, user.id),
      await tokenFor(board.db, other.id),
    ];
    const statuses = [];
    for (const token of tokens) {
      statuses.push(
        (await ask('PUT', `/api/jobs/${id}`, { ...(token && { token }), body })).status,
      );
    }
    expect(statuses).toEqual([401, 403, 403]);
    expect(await row()).toMatchObject({ pay_maximum: 60_000, workplace: null });
  });

  test('stated facts are validated even if other fields are invalid, with an error for each', async () => {
    const pay = { minimum: 2, maximum: 1, currency: 'GBP', unit: 'year' };
    const reply = await post({ title: '', salary: '', pay: null });
    expect(reply.body.errors).toEqual([
      { path: 'title', message: 'must not be empty' },
      { path: 'salary', message: 'must be one of the salary ranges' },
    ]);
    expect((await post({ salary: '', pay })).body.errors).toEqual([
      { path: 'pay.maximum', message: 'must be at least the minimum' },
    ]);
    for (const none of [{}, { minimum: 0, maximum: null }]) {
      expect((await post({ pay: { ...none, currency: 'GBP', unit: 'year' } })).body.errors).toEqual(
        [{ path: 'pay.minimum', message: 'must be more than 0 if there is no maximum' }],
      );
    }
  });
});

const BAD_VALUES: [string, unknown][] = [
  ['title', undefined],
  ['title', ''],
  ['title', '  '],
  ['title', '\u0085'],
  ['title', '\u001c'],
  ['title', '\u200b\u3164'],
  ['title', '\ufe0f'],
  ['title', 'a\nb'],
  ['title', 'a\u2028b'],
  ['title', 5],
  ['title', null],
  ['title', ['a']],
  ['title', 'x'.repeat(TITLE_LENGTH + 1)],
  ['title', 'nu\0ll'],
  ['type', undefined],
  ['type', ''],
  ['type', 'full-time'],
  ['type', { $ne: '' }],
  ['location', ''],
  ['location', 'x'.repeat(LOCATION_LENGTH + 1)],
  ['salary', undefined],
  ['salary', ''],
  ['salary', null],
  ['salary', 'under $50K'],
  ['salary', '$200K - $300K'],
  ['workplace', 'Remote'],
  ['workplace', 'office'],
  ['workplace', 5],
  ['employment', 'Full-Time'],
  ['employment', ['full-time']],
  ['pay', 50_000],
  ['pay', '50000'],
  ['pay', []],
  ...(
    [
      ['minimum', -1],
      ['minimum', '50000'],
      ['maximum', 49_999],
      ['maximum', 0],
      ['maximum', 1e9 + 1],
      ['currency', 'EURO'],
      ['currency', 'eur'],
      ['currency', 'QQQ'],
      ['currency', undefined],
      ['unit', 'decade'],
      ['unit', null],
      ['source', 'guess'],
    ] as const
  ).map(([name, value]): [string, unknown] => [`pay.${name}`, value]),
  ['description', 5],
  ['description', 'x'.repeat(DESCRIPTION_LENGTH + 1)],
  ['description', 'nu\0ll'],
  ['applyurl', 'example.com'],
  ['applyurl', 'javascript:alert(1)'],
  ['applyurl', ' JaVaScRiPt:alert(1)'],
  ['applyurl', 'data:text/html,<script>alert(1)</script>'],
  ['applyurl', 'ftp://example.com/'],
  ['applyurl', 'mailto:a@example.com'],
  ['applyurl', '//example.com/'],
  ['applyurl', 'https:example.com'],
  ['applyurl', 'https:///example.com'],
  ['applyurl', 'https://'],
  ['applyurl', 'https://a b/'],
  ['applyurl', 'https://example.com/\njavascript:alert(1)'],
  ['applyurl', 'https://bank.example@evil.example/'],
  ['applyurl', `https://example.com/${'x'.repeat(URL_LENGTH)}`],
  ['company', undefined],
  ['company', 'x'],
  ['company.id', undefined],
  ['company.id', ''],
  ['company.id', 5],
  ['company.id', 'x'],
  ['company.id', 'a\0b'],
  ['company.id', NIL_ID],
];

test.each(BAD_VALUES)(
  'a job with the %s %j is refused, the response names the field, and nothing is stored',
  async (path, value) => {
    const job = await createJob(board.db, { company_id: employer.company });
    const values = path.startsWith('pay.')
      ? { pay: { ...PAY, minimum: path === 'pay.maximum' ? 50_000 : 0, [path.slice(4)]: value } }
      : path === 'company.id'
        ? { company: { id: value } }
        : { [path]: value };
    const { id: _, ...body } = bodyFor(employer.company, values);
    const before = await board.db.select().from(jobs);
    const events = await board.db.$count(audit_events);
    for (const [method, url] of [
      ['POST', '/api/jobs'],
      ['PUT', `/api/jobs/${job.id}`],
    ] as const) {
      const reply = await ask(method, url, { token: siteAdmin, body });
      expect(reply.status).toBe(400);
      const paths = reply.body.errors.map((error: { path: string }) => error.path);
      expect([...new Set(paths)]).toEqual([path]);
    }
    expect(await board.db.select().from(jobs)).toEqual(before);
    expect(await board.db.$count(audit_events)).toBe(events);
  },
);

test.each(['', '[]', 'null', '"x"', '{', '{"title":', 'title=x'])(
  'a new job with the body %j is refused',
  async (body) => {
    const reply = await ask('POST', '/api/jobs', { token: siteAdmin, body });
    expect(reply.status).toBe(400);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(await stored()).toBe(0);
  },
);

test('each write of a job records its caller in the audit trail', async () => {
  const { token, id, company } = employer;
  const { body: job } = await ask('POST', '/api/jobs', { token, body: bodyFor(company) });
  const url = `/api/jobs/${job.id}`;
  await ask('PUT', url, { token: siteAdmin, body: bodyFor(company, { id: job.id, title: 'New' }) });
  await ask('DELETE', url, { token });
  const all = await board.db.select().from(audit_events).orderBy(audit_events.id);
  const events = (await withAccounts(board.db, all)).filter(({ thing_id }) => thing_id === job.id);
  expect(events.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(events.map(({ actor }) => actor === id)).toEqual([true, false, true]);
  expect(events.map(({ before, after }) => [before?.title, after?.title])).toEqual([
    [undefined, 'Thing Maker'],
    ['Thing Maker', 'New'],
    ['New', undefined],
  ]);
});
