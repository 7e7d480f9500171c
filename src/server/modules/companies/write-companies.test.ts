import { count, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts, audit_events, companies, jobs, uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import { COMPANY_NAME_LENGTH, DESCRIPTION_LENGTH, URL_LENGTH } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask, get } = board;
const NIL_ID = '00000000-0000-0000-0000-000000000000';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let token: string;

beforeEach(async () => {
  await board.db.delete(uploads);
  token = await tokenFor(board.db, (await createAccount(board.db, { role: 'siteadmin' })).id);
});

/** Makes a body like the bodies that the forms send. Spec: "Forms". */
const bodyWith = (values: Record<string, unknown> = {}) => ({
  id: '',
  name: 'Loom',
  description: 'We **weave**.',
  website: 'https://loom.example',
  logo: '',
  ...values,
});

const EMPTY_PROFILE = { industry: '', size: '', founded: null, places: [], links: [] };

const stored = async () => (await board.db.select({ all: count() }).from(companies))[0]?.all;

async function createUpload(name: string): Promise<string> {
  await board.db.insert(uploads).values({ name, touched_at: LONG_AGO });
  return `/uploads/${name}`;
}

const touched = async (path: string) => {
  const name = path.replace('/uploads/', '');
  const [row] = await board.db.select().from(uploads).where(eq(uploads.name, name));
  return row?.touched_at.getTime() !== LONG_AGO.getTime();
};

test('only site admins may add and delete companies, and not even an editor may change their own', async () => {
  const employer = await createAccount(board.db, { role: 'companyadmin' });
  await board.db
    .update(memberships)
    .set({ role: 'editor' })
    .where(eq(memberships.account_id, employer.id));
  const user = await createAccount(board.db);
  const url = `/api/companies/${employer.company_id}`;
  const before = await board.db.select().from(companies);
  const callers: [string | undefined, number][] = [
    [undefined, 401],
    [await tokenFor(board.db, user.id), 403],
    [await tokenFor(board.db, employer.id), 403],
  ];
  for (const [caller, status] of callers) {
    for (const [method, address, body] of [
      ['POST', '/api/companies', bodyWith()],
      ['PUT', url, bodyWith({ id: employer.company_id })],
      ['DELETE', url, undefined],
    ] as const) {
      expect((await ask(method, address, { token: caller, body })).status, method).toBe(status);
    }
  }
  expect(await board.db.select().from(companies)).toEqual(before);
});

describe('POST /api/companies', () => {
  test('adds a company, which then appears in the list of companies', async () => {
    const logo = await createUpload('a.webp');
    const reply = await ask('POST', '/api/companies', { token, body: bodyWith({ logo }) });
    expect(reply.status).toBe(201);
    const { id } = reply.body;
    expect(reply.headers.location).toBe(`/api/companies/${id}`);
    expect(reply.body).toEqual({ ...bodyWith({ logo }), ...EMPTY_PROFILE, id });
    const one = await ask('GET', `/api/companies/${id}`);
    expect(one.body).toEqual(reply.body);
    expect(one.headers.etag).toBe(reply.headers.etag);
    const list = (await get('/api/companies?description=summary')).body;
    expect(list.results).toMatchObject([{ id, description: 'We weave.' }]);
    expect(await touched(logo)).toBe(true);
  });

  test('creates only one company for two requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const post = () => ask('POST', '/api/companies', { token, body: bodyWith(), headers });
    const replies = await Promise.all([post(), post()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0]?.body.id).toBe(replies[1]?.body.id);
    expect(await stored()).toBe(1);
  });

  test.each(['', 'https://cdn.example/logo.png'])('accepts the company logo %j', async (logo) => {
    const reply = await ask('POST', '/api/companies', { token, body: bodyWith({ logo }) });
    expect(reply.body.logo).toBe(logo);
  });
});

describe('PUT /api/companies/:id', () => {
  test('updates a company', async () => {
    const company = await createCompany(board.db);
    await createJob(board.db, { company_id: company.id });
    const body = bodyWith({ id: company.id });
    const reply = await ask('PUT', `/api/companies/${company.id}`, { token, body });
    expect(reply.status).toBe(200);
    const updated = { ...body, ...EMPTY_PROFILE };
    expect(reply.body).toEqual(updated);
    expect((await get(`/api/companies/${company.id}`)).body).toEqual(updated);
    expect((await get('/api/jobs')).body.results[0].company.name).toBe('Loom');
  });

  test('an update keeps the logo if the body omits it, and stores a replaced logo for another day', async () => {
    const [old, next] = [await createUpload('old.webp'), await createUpload('next.webp')];
    const { id } = await createCompany(board.db, { logo: old });
    const put = (values: object) => {
      const { logo: _, ...body } = bodyWith({ id });
      return ask('PUT', `/api/companies/${id}`, { token, body: { ...body, ...values } });
    };
    expect((await put({})).body.logo).toBe(old);
    expect(await touched(old)).toBe(false);
    expect((await put({ logo: next })).body.logo).toBe(next);
    expect([await touched(old), await touched(next)]).toEqual([true, true]);
    expect((await put({ logo: '' })).body.logo).toBe('');
  });

  test('an update accepts the unchanged logo of a demo company, although it is not an upload', async () => {
    const logo = '/demo-logos/loom.svg';
    const { id } = await createCompany(board.db, { logo });
    const put = (body: object) => ask('PUT', `/api/companies/${id}`, { token, body });
    expect((await put(bodyWith({ id, logo }))).body.logo).toBe(logo);
    expect((await put(bodyWith({ id, logo: '/demo-logos/other.svg' }))).status).toBe(400);
  });

  test('two concurrent updates swap the logos of two companies without a deadlock', async () => {
    const logos = [await createUpload('a.webp'), await createUpload('b.webp')];
    const pair = [
      await createCompany(board.db, { logo: logos[0] }),
      await createCompany(board.db, { logo: logos[1] }),
    ];
    for (let round = 0; round < 20; round += 1) {
      logos.reverse();
      const puts = pair.map(({ id }, at) =>
        ask('PUT', `/api/companies/${id}`, { token, body: bodyWith({ id, logo: logos[at] }) }),
      );
      expect((await Promise.all(puts)).map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('an update does not overwrite a newer version of the company', async () => {
    const { id } = await createCompany(board.db);
    const url = `/api/companies/${id}`;
    const read = await ask('GET', `${url}?description=html`);
    const headers = { 'if-match': String(read.headers.etag) };
    const put = (name: string) => ask('PUT', url, { token, body: bodyWith({ id, name }), headers });
    expect((await put('First')).status).toBe(200);
    expect((await put('Second')).status).toBe(412);
    expect((await ask('DELETE', url, { token, headers })).status).toBe(412);
    expect((await get(url)).body.name).toBe('First');
  });

  test('an update does not overwrite a change by an import, because the import changes the ETag', async () => {
    const { id } = await createCompany(board.db);
    const { headers } = await ask('GET', `/api/companies/${id}`);
    await board.db.update(companies).set({ website: '' }).where(eq(companies.id, id));
    expect((await ask('GET', `/api/companies/${id}`)).headers.etag).not.toBe(headers.etag);
  });
});

describe('DELETE /api/companies/:id', () => {
  test('deletes a company with its jobs, and gives its company admins the role of a user', async () => {
    const logo = await createUpload('a.webp');
    const { id } = await createCompany(board.db, { logo });
    const open = await createJob(board.db, { company_id: id });
    const closed = await createJob(board.db, { company_id: id, closed_at: new Date() });
    const employer = await createAccount(board.db, { role: 'companyadmin', company_id: id });
    const unrelated = await createJob(board.db);
    const other = await createAccount(board.db, { role: 'companyadmin' });

    const reply = await ask('DELETE', `/api/companies/${id}`, { token });

    expect(reply.status).toBe(204);
    expect(reply.body).toBeUndefined();
    expect((await get(`/api/companies/${id}`)).status).toBe(404);
    expect((await board.db.select({ id: jobs.id }).from(jobs)).map((job) => job.id)).toEqual([
      unrelated.id,
    ]);
    const roles = await board.db.select().from(accounts);
    const roleOf = (account: { id: string }) => roles.find((row) => row.id === account.id)?.role;
    expect([roleOf(employer), roleOf(other)]).toEqual(['user', 'companyadmin']);
    expect(await touched(logo)).toBe(true);
    const all = await board.db.select().from(audit_events).orderBy(audit_events.id);
    const events = await withAccounts(board.db, all);
    const gone = events.filter(({ actor }) => actor !== '');
    expect(gone.map(({ action, kind, thing_id }) => [action, kind, thing_id])).toEqual(
      expect.arrayContaining([
        ['update', 'account', employer.id],
        ['delete', 'job', open.id],
        ['delete', 'job', closed.id],
        ['delete', 'company', id],
      ]),
    );
    expect(new Set(gone.slice(-4).map(({ at }) => at.getTime())).size).toBe(1);
    const post = await ask('POST', '/api/jobs', {
      token: await tokenFor(board.db, employer.id),
      body: {},
    });
    expect(post.status).toBe(403);
  });

  test('also deletes jobs that are added while the deletion of their company runs', async () => {
    const { id } = await createCompany(board.db);
    const body = {
      title: 'Maker',
      type: 'Full-Time',
      location: 'Porto',
      salary: 'Over $300K',
      company: { id },
    };
    const post = () => ask('POST', '/api/jobs', { token, body });
    const replies = await Promise.all([
      post(),
      post(),
      ask('DELETE', `/api/companies/${id}`, { token }),
      post(),
      post(),
    ]);
    for (const { status } of replies) expect([201, 204, 400, 409]).toContain(status);
    expect(await board.db.$count(jobs)).toBe(0);
    expect(await stored()).toBe(0);
  });
});

test.each([NIL_ID, '1', 'a\0b'])(
  'an update and a deletion return 404 for the company %j',
  async (id) => {
    const url = `/api/companies/${encodeURIComponent(id)}`;
    expect((await ask('PUT', url, { token, body: bodyWith({ id }) })).status).toBe(404);
    expect((await ask('DELETE', url, { token })).status).toBe(404);
  },
);

const BAD_VALUES: [string, unknown][] = [
  ['name', undefined],
  ['name', ' '],
  ['name', '\u0085'],
  ['name', '\u200b'],
  ['name', 7],
  ['name', 'x'.repeat(COMPANY_NAME_LENGTH + 1)],
  ['name', 'nu\0ll'],
  ['description', undefined],
  ['description', ''],
  ['description', ' \n'],
  ['description', 'x'.repeat(DESCRIPTION_LENGTH + 1)],
  ['website', undefined],
  ['website', ''],
  ['website', 'loom.example'],
  ['website', 'javascript:alert(1)'],
  ['website', 'ftp://loom.example'],
  ['website', 'https://x@loom.example'],
  ['website', `https://loom.example/${'x'.repeat(URL_LENGTH)}`],
  ['logo', 5],
  ['logo', null],
  ['logo', 'javascript:alert(1)'],
  ['logo', 'data:image/svg+xml,<svg onload="alert(1)"/>'],
  ['logo', '//evil.example/logo.png'],
  ['logo', '/api/accounts'],
  ['logo', '/uploads/../x.webp'],
  ['logo', '/uploads/none.webp'],
  ['logo', '/demo-logos/none.svg'],
  ['logo', `https://cdn.example/${'x'.repeat(URL_LENGTH)}`],
];

test.each(BAD_VALUES)(
  'a company with the %s %j is refused, the response names the field, and nothing is stored',
  async (path, value) => {
    const { id } = await createCompany(board.db);
    const { id: _, ...body } = bodyWith({ [path]: value });
    const before = await board.db.select().from(companies);
    const events = await board.db.$count(audit_events);
    for (const [method, url] of [
      ['POST', '/api/companies'],
      ['PUT', `/api/companies/${id}`],
    ] as const) {
      const reply = await ask(method, url, { token, body });
      expect(reply.status).toBe(400);
      const paths = reply.body.errors.map((error: { path: string }) => error.path);
      expect([...new Set(paths)]).toEqual([path]);
    }
    expect(await board.db.select().from(companies)).toEqual(before);
    expect(await board.db.$count(audit_events)).toBe(events);
  },
);
