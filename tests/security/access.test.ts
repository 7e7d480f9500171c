import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { responseChecks } from './documented-responses.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

/** A company with a job; `outsider` is the admin of another company. */
let ours: { company: string; job: string };
let outsider: { id: string; company: string | null; token: string };
beforeEach(async () => {
  const { id: company } = await createCompany(board.db, { name: 'Ours', logo: '' });
  const { id: job } = await createJob(board.db, { company_id: company, title: 'Our Weaver' });
  ours = { company, job };
  const account = await createAccount(board.db, { role: 'companyadmin' });
  outsider = {
    id: account.id,
    company: account.company_id,
    token: await tokenFor(board.db, account.id),
  };
});

const jobBody = (company: string) => ({
  title: 'Taken over',
  type: 'Full-Time',
  location: 'Lisbon',
  salary: '$60K - $70K',
  description: 'Words',
  applyurl: 'https://evil.example',
  company: { id: company },
});
const companyBody = {
  name: 'Taken over',
  description: 'Words',
  website: 'https://evil.example',
  logo: 'https://evil.example/logo.png',
};

const everything = async () => ({
  jobs: await board.db.select().from(jobs),
  companies: await board.db.select().from(companies),
  accounts: await board.db.select().from(accounts),
});

test(statement(8), async () => {
  const { job, company } = ours;
  const before = await everything();
  const calls: [string, string, object?][] = [
    ['PUT', `/api/jobs/${job}`, jobBody(company)],
    // Naming the caller's own company in the body gives no access to another company's job.
    ['PUT', `/api/jobs/${job}`, jobBody(outsider.company ?? '')],
    ['DELETE', `/api/jobs/${job}`],
    ['POST', `/api/jobs/${job}/close`, {}],
    ['POST', `/api/jobs/${job}/reopen`, {}],
    ['POST', `/api/jobs/${job}/renew`, {}],
    ['GET', `/api/jobs/${job}/posting-issues`],
    ['POST', '/api/jobs', jobBody(company)],
    ['PUT', `/api/companies/${company}`, companyBody],
    ['DELETE', `/api/companies/${company}`],
    ['GET', `/api/companies/${company}/renames`],
  ];
  for (const [method, url, body] of calls) {
    const response = await board.ask(method, url, { token: outsider.token, body });
    expect([method, url, [403, 404].includes(response.status)]).toEqual([method, url, true]);
    expect(JSON.stringify(response.body)).not.toMatch(/Our Weaver|Ours/);
  }
  expect(await everything()).toEqual(before);
});

/** Fields that only the server may set. */
const serverFields = {
  date: '1999-01-01T00:00:00.000Z',
  created_at: '1999-01-01T00:00:00.000Z',
  updated_at: '1999-01-01T00:00:00.000Z',
  source: 'elsewhere',
  source_id: '7',
  version: 99,
  closed_at: '1999-01-01T00:00:00.000Z',
  closed_by: 'admin',
  closedat: '1999-01-01T00:00:00.000Z',
  kept_open: true,
  summary: 'Made up',
  moreplaces: 'Everywhere',
  more_places: 'Everywhere',
  places: [{ id: 'DE' }],
  pay_minimum: 1,
  truncated: true,
};

test(statement(9), async () => {
  const findError = await responseChecks(board.app);
  const other = (await createCompany(board.db, { name: 'Another' })).id;
  const moved = { ...serverFields, companyid: other, company_id: other };
  const body = { ...jobBody(outsider.company ?? ''), ...moved };
  const rowOf = async (id: string) =>
    (await board.db.select().from(jobs).where(eq(jobs.id, id)))[0];
  const { token } = outsider;
  const posted = await board.ask('POST', '/api/jobs', { token, body: { ...body, id: ours.job } });
  expect(posted.status).toBe(201);
  const row = await rowOf(posted.body.id);
  expect(row).toMatchObject({ company_id: outsider.company, version: 1, closed_at: null });
  expect(row?.id).not.toBe(ours.job);
  for (const day of [row?.date, row?.updated_at]) expect(day?.getFullYear()).toBeGreaterThan(2000);
  expect(JSON.stringify(row)).not.toMatch(/elsewhere|Made up|Everywhere|1999/);
  expect(posted.body.pay).toBeNull();
  expect(findError('POST /api/jobs', 201, posted.body)).toBeUndefined();
  // Make sure that the check reports a field that is not in the API description.
  expect(findError('POST /api/jobs', 201, { ...posted.body, version: 1 })).toContain('additional');

  const put = (more: object) =>
    board.ask('PUT', `/api/jobs/${posted.body.id}`, {
      token,
      body: { ...body, title: 'Mended', ...more },
    });
  expect((await put({ id: ours.job })).status).toBe(400);
  expect((await put({ company: { id: other } })).status).toBe(403);
  expect(await rowOf(posted.body.id)).toEqual(row);
  const updated = await put({ id: posted.body.id });
  expect(updated.status).toBe(200);
  expect(findError('PUT /api/jobs/{id}', 200, updated.body)).toBeUndefined();
  const writing = { title: 'Mended', version: 2, updated_at: expect.any(Date) };
  const after = await rowOf(posted.body.id);
  expect(after).toEqual({ ...row, ...writing });
  expect(after?.updated_at.getFullYear()).toBeGreaterThan(2000);

  const site = await createAccount(board.db, { role: 'siteadmin' });
  const admin = await tokenFor(board.db, site.id);
  const companyOf = async (id: string) =>
    (await board.db.select().from(companies).where(eq(companies.id, id)))[0];
  const writeCompany = (method: 'POST' | 'PUT', path: string, more: object) =>
    board.ask(method, path, {
      token: admin,
      body: { ...companyBody, ...serverFields, places: [], ...more },
    });
  const ourRow = await companyOf(ours.company);
  const founded = await writeCompany('POST', '/api/companies', { id: ours.company });
  expect(founded.status).toBe(201);
  expect(founded.body.id).not.toBe(ours.company);
  const first = await companyOf(founded.body.id);
  expect(first).toMatchObject({ version: 1, source: null, source_id: null, summary: 'Words' });
  expect(JSON.stringify(first)).not.toMatch(/elsewhere|Made up|1999/);
  const path = `/api/companies/${founded.body.id}`;
  expect((await writeCompany('PUT', path, { id: ours.company })).status).toBe(400);
  expect(await companyOf(founded.body.id)).toEqual(first);
  const renamed = await writeCompany('PUT', path, { id: founded.body.id, name: 'Renamed' });
  expect(renamed.status).toBe(200);
  const second = await companyOf(founded.body.id);
  expect(second).toEqual({ ...first, name: 'Renamed', version: 2, updated_at: expect.any(Date) });
  expect(JSON.stringify(second)).not.toContain('1999');
  expect(await companyOf(ours.company)).toEqual(ourRow);
  expect(findError('POST /api/companies', 201, founded.body)).toBeUndefined();
  expect(findError('PUT /api/companies/{id}', 200, renamed.body)).toBeUndefined();

  const self = `/api/accounts/${encodeURIComponent(outsider.id)}`;
  const changed = await board.ask('PUT', self, {
    token,
    body: { name: 'Me', email: '', bio: '', role: 'siteadmin', company: ours.company },
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ role: 'companyadmin', company: outsider.company });
  expect(findError('PUT /api/accounts/{id}', 200, changed.body)).toBeUndefined();

  const newcomer = { id: 'auth0|new', token: await tokenFor(board.db, 'auth0|new') };
  const created = await board.ask('POST', '/api/accounts', {
    token: newcomer.token,
    body: { id: newcomer.id, role: 'siteadmin', company: ours.company },
  });
  expect(created.body).toMatchObject({ role: 'user', company: '' });
  expect(findError('POST /api/accounts', 201, created.body)).toBeUndefined();

  expect((await board.ask('POST', `/api/jobs/${ours.job}/close`, { token: admin })).status).toBe(
    204,
  );
  for (const [name, query] of [
    ['GET /api/jobs', '?q=mended&description=summary&counts=true'],
    ['GET /api/jobs/counts', ''],
    ['GET /api/jobs/companies', ''],
    ['GET /api/jobs/alternatives', '?q=mended&type=none'],
    ['GET /api/jobs/places', ''],
    ['GET /api/places', '?location=Oslo'],
    ['GET /api/jobs/suggestions', '?q=mended'],
    ['GET /api/jobs/closed', ''],
    ['GET /api/dashboard', '?state=closed'],
    ['GET /api/admin/ranking', '?q=mended'],
    ['GET /api/jobs/{id}/closed', ''],
    ['GET /api/companies', ''],
    ['GET /api/companies/{id}', ''],
    ['GET /api/accounts', ''],
    ['GET /api/admin/people', ''],
  ] as const) {
    const id = name.includes('companies') ? founded.body.id : ours.job;
    const url = name.replace('GET ', '').replace('{id}', id) + query;
    const response = await board.ask('GET', url, { token: admin });
    expect([name, response.status, findError(name, 200, response.body)]).toEqual([
      name,
      200,
      undefined,
    ]);
    expect(response.body.results ?? [0]).not.toEqual([]);
  }
});

test(statement(11), async () => {
  await board.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = board.app.server.address() as AddressInfo;
  /** Sends arbitrary headers over a socket, including headers that browsers never send. */
  const call = (method: string, path: string, headers: Record<string, string>, body = '') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers }, async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      );
      sent.on('error', reject).end(body);
    });
  const before = await everything();
  const json = { 'content-type': 'application/json' };
  const as = { ...json, authorization: `Bearer ${outsider.token}` };
  const body = JSON.stringify(jobBody(ours.company));
  const forgedHeaders = {
    'x-role': 'siteadmin',
    'x-user-id': 'auth0|root',
    'x-http-method-override': 'GET',
  };
  for (const [method, path, headers, status] of [
    ['POST', '/api/jobs', json, 401],
    ['POST', '/api/jobs', as, 403],
    ['POST', '/api/jobs', { ...as, ...forgedHeaders }, 403],
    ['PUT', `/api/jobs/${ours.job}`, as, 403],
    ['PUT', `/api//jobs/${ours.job}`, as, 404],
    ['PUT', `/API/jobs/${ours.job}`, as, 404],
    ['PUT', `/api/jobs/${ours.job}/`, as, 404],
    ['PUT', `/api/jobs/%2e%2e/jobs/${ours.job}`, as, 404],
    ['PUT', `/x/../api/jobs/${ours.job}`, as, 404],
    ['PATCH', `/api/jobs/${ours.job}`, as, 404],
    [
      'POST',
      `/api/jobs/${ours.job}?_method=DELETE`,
      { ...as, 'x-http-method-override': 'DELETE' },
      404,
    ],
    ['DELETE', `/api/jobs/${ours.job}`, { ...as, ...forgedHeaders }, 403],
    ['GET', '/api/accounts', as, 403],
    ['GET', '/api/accounts', { ...as, 'x-original-url': '/api/jobs' }, 403],
  ] as [string, string, Record<string, string>, number][]) {
    const response = await call(
      method,
      path,
      headers,
      ['GET', 'DELETE'].includes(method) ? '' : body,
    );
    expect([method, path, response.status]).toEqual([method, path, status]);
  }
  expect(await everything()).toEqual(before);
});
