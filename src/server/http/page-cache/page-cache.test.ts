import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  type Answer,
  type CachedBoard,
  holdNextPage,
  startCachedBoard,
  startRenaming,
} from '#tests/support/cached-board.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let board: CachedBoard;

beforeAll(async () => {
  database = await openTestDatabase();
  board = await startCachedBoard(database, { steady: true });
});

afterAll(async () => {
  await board.close();
  await database.close();
});

beforeEach(async () => {
  const { db } = database;
  await db.delete(accounts);
  await db.delete(jobs);
  await db.delete(companies);
  await board.settle();
  board.renders.length = 0;
});

const ask: CachedBoard['ask'] = (path, options) => board.ask(path, options);
const accept = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

/** Requests these URLs one after another. Returns how many of them were rendered. */
async function rendersOf(...paths: string[]): Promise<number> {
  const before = board.renders.length;
  for (const path of paths) expect((await ask(path)).status, path).toBe(200);
  return board.renders.length - before;
}

function withoutDate({ status, headers, body }: Answer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, body: body.toString('base64') };
}

/** Changes a job directly in the database, as another process would, and waits for the notification. */
async function rename(id: string, title: string): Promise<void> {
  await database.db.update(jobs).set({ title }).where(eq(jobs.id, id));
  await board.settle();
}

test('the page of a job leaves the cache at the end of its closing date where it is', async () => {
  const { id } = await createJob(database.db, {
    location: 'Los Angeles, CA',
    validthrough: '2026-12-12',
  });
  await board.settle();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-13T07:59:58.900Z') });
  try {
    expect(await rendersOf(`/jobs/${id}`, `/jobs/${id}`)).toBe(1);
    vi.setSystemTime('2026-12-13T08:00:00.000Z');
    await expect.poll(async () => (await ask(`/jobs/${id}`)).status).toBe(410);
  } finally {
    vi.useRealTimers();
  }
});

test('a page leaves the cache at the end of the day, because it shows ages such as "today"', async () => {
  await createJob(database.db);
  await board.settle();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-13T23:59:58.900Z') });
  try {
    expect(await rendersOf('/jobs', '/jobs')).toBe(1);
    vi.setSystemTime('2026-12-14T00:00:00.000Z');
    await expect.poll(() => rendersOf('/jobs')).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

describe('a cached response', () => {
  test.each(['br', 'gzip', 'identity'])(
    'a cached response equals the generated response in the encoding %s',
    async (encoding) => {
      const { id, company_id } = await createJob(database.db);
      await board.settle();
      for (const path of [
        ...['/', '/jobs', '/jobs?type=Contract', '/companies', '/about', '/account'],
        '/jobs?type=Contract&type=Remote',
        ...[`/jobs/${id}`, `/companies/${company_id}`, '/api/jobs', `/api/jobs/${id}`],
        `/api/companies/${company_id}?description=html`,
      ]) {
        const [first, second] = [
          await ask(path, accept(encoding)),
          await ask(path, accept(encoding)),
        ];
        expect(withoutDate(second), path).toEqual(withoutDate(first));
        expect(first.headers).toMatchObject({
          etag: expect.stringMatching(/^(W\/)?".+"$/),
          vary: 'accept-encoding',
          'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
          'x-content-type-options': 'nosniff',
          'content-length': String(first.body.length),
        });
        const small = first.text.length < 1_024;
        const expected = encoding === 'identity' || small ? undefined : encoding;
        expect(first.headers['content-encoding'], path).toBe(expected);
      }
      expect(new Set(board.renders).size).toBe(board.renders.length);
    },
  );

  test('has the same content in each encoding', async () => {
    const plain = await ask('/jobs');
    for (const encoding of ['gzip', 'br', 'identity', 'deflate, gzip;q=1.0', '*;q=0.5']) {
      const { text, headers } = await ask('/jobs', accept(encoding));
      expect(text).toBe(plain.text);
      expect(headers.etag).toBe(plain.headers.etag);
    }
    expect(board.renders).toEqual(['/jobs']);
  });

  test('is not sent to a client that has the current version', async () => {
    const { headers } = await ask('/jobs');
    const tag = String(headers.etag);
    for (const condition of [tag, `"another", ${tag}`, tag.replace('W/', ''), '*']) {
      const reply = await ask('/jobs', { headers: { 'if-none-match': condition } });
      expect(reply.status, condition).toBe(304);
      expect(reply.body).toHaveLength(0);
      expect(reply.headers).toMatchObject({
        etag: tag,
        'cache-control': headers['cache-control'],
        vary: 'accept-encoding',
      });
      expect(reply.headers).not.toHaveProperty('content-type');
    }
    expect((await ask('/jobs', { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });

  test('a response is not sent to a client that has the current version, even if it must be generated first', async () => {
    const { id } = await createJob(database.db);
    const path = `/api/jobs/${id}`;
    const { etag = '' } = (await ask(path)).headers;
    await createJob(database.db, { company_id: (await createCompany(database.db)).id });
    await board.settle();
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('is generated only once for simultaneous requests', async () => {
    await createJob(database.db, { title: 'Weaver' });
    await board.settle();
    const encodings = ['br', 'gzip', 'identity'];
    const replies = await Promise.all(
      Array.from({ length: 51 }, (_, n) => ask('/jobs', accept(encodings[n % 3] ?? ''))),
    );
    for (const { text } of replies) expect(text).toBe(replies[0]?.text);
    expect(replies[0]?.text).toContain('Weaver');
    expect(board.renders).toEqual(['/jobs']);
  });

  test('is served for any credentials, because no public response depends on them', async () => {
    const account = await createAccount(database.db);
    const valid = `Bearer ${await tokenFor(database.db, account.id)}`;
    const first = await ask('/jobs');
    for (const authorization of [valid, 'Bearer forged', 'Basic eDp5']) {
      const { status, text } = await ask('/jobs', { headers: { authorization } });
      expect([status, text]).toEqual([200, first.text]);
    }
    expect(board.renders).toEqual(['/jobs']);
  });

  test.each([
    ['/jobs', ['/jobs?utm_source=x', '/jobs?', '/jobs?x=&&y=1', '/jobs?x=1&x=2']],
    ['/jobs?type=Contract', ['/jobs?x=1&type=Contract&z=%zz', '/jobs?type=Contract&limit=9']],
    ['/companies', ['/companies?type=Contract']],
    ['/account', ['/account?x=1']],
  ])(
    'URLs that differ only in unknown parameters share a cached response: %s',
    async (path, others) => {
      const { status, text } = await ask(path);
      board.renders.length = 0;
      for (const other of others) {
        expect([other, await ask(other)]).toMatchObject([other, { status, text }]);
      }
      expect(board.renders).toEqual([]);
    },
  );

  test('a request with a parameter named __proto__ does not get a cached response', async () => {
    expect((await ask('/api/jobs')).status).toBe(200);
    for (const name of ['__proto__', '%5f_proto__']) {
      expect((await ask(`/api/jobs?${name}=1`)).status).toBe(400);
    }
  });
});

describe('responses that are not cached', () => {
  test.each([
    ['a redirect after a sign-in', '/?code=abc&state=def'],
    ['a redirect after a failed sign-in', '/?error=login_required&state=def'],
    ['a repeated parameter', '/jobs?q=a&q=b'],
    ['a repeated value', '/jobs?type=Contract&type=Contract'],
    ['an id in another spelling', `/jobs/edit/${uuidv7().toUpperCase()}`],
    ['an encoded path', '/%6Aobs'],
    ['a very long URL', `/jobs?q=${'x'.repeat(2_100)}`],
  ])('%s', async (_, path) => {
    for (let times = 1; times <= 2; times += 1) {
      const { headers } = await ask(path);
      expect(headers['cache-control']).not.toContain('public');
      expect(board.renders.length).toBe(times);
    }
  });

  test('a redirect after a sign-in must not be stored by any cache', async () => {
    expect((await ask('/?code=abc&state=def')).headers['cache-control']).toBe('no-store');
  });

  test('a job that does not exist is not cached', async () => {
    const id = uuidv7();
    for (const path of [`/jobs/${id}`, '/jobs?cursor=nonsense']) {
      board.renders.length = 0;
      const replies = await Promise.all([ask(path), ask(path), ask(path)]);
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
      await ask(path);
      expect(board.renders).toHaveLength(4);
    }
  });

  test('paths without a page share the not-found pages, which are rendered once', async () => {
    for (const path of ['/nope', '/NOPE', '/nope?a=1', '/about/nope', '/a%2Fb', '/jobs/a/b']) {
      const { status, headers, text } = await ask(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-cache']);
      expect(text).toContain('This page does not exist');
    }
    expect(board.renders).toEqual(['/not-found', '/not-found/not-found']);
    expect((await ask('/%61bout')).status).toBe(200);
  });

  test('a response for a signed-in user is not cached', async () => {
    const { db } = database;
    const account = await createAccount(db);
    const headers = { authorization: `Bearer ${await tokenFor(db, account.id)}` };
    const own = `/api/accounts/${encodeURIComponent(account.id)}`;
    expect((await ask(own, { headers })).headers['cache-control']).toBe('no-store');
    expect((await ask(own)).status).toBe(401);
    expect((await ask(own, { headers: { 'if-none-match': '*' } })).status).toBe(401);
  });

  test('nothing is cached while the cache is disabled', async () => {
    const off = await startCachedBoard(database, { settings: { PAGE_CACHE_MB: '0' } });
    const [first, second] = [await off.ask('/about'), await off.ask('/about')];
    expect(off.renders).toHaveLength(2);
    expect(first.headers['cache-control']).toBe(second.headers['cache-control']);
    const { etag = '' } = second.headers;
    expect(etag).not.toBe('');
    const { id } = await createJob(database.db);
    const tag = (await off.ask(`/api/jobs/${id}`)).headers.etag ?? '';
    const unchanged = await off.ask(`/api/jobs/${id}`, { headers: { 'if-none-match': tag } });
    expect(unchanged.status).toBe(304);
    await off.close();
  });
});

describe('a change', () => {
  test('of one job evicts its page and the lists, but no other job’s page', async () => {
    const { db } = database;
    const { company_id, id } = await createJob(db);
    const other = await createJob(db, { company_id });
    await board.settle();
    const [page, others] = [`/jobs/${id}`, `/jobs/${other.id}`];
    const lists = ['/', '/jobs', '/jobs?type=Full-Time', `/companies/${company_id}`];
    // This page counts jobs.
    const counts = '/companies';
    const elsewhere = [others, '/companies/add', '/about', '/jobs/add'];
    await rendersOf(page, ...lists, counts, ...elsewhere);
    expect(await rendersOf(page, ...lists, counts, ...elsewhere)).toBe(0);

    await rename(id, 'Renamed Weaver');
    expect(await rendersOf(...elsewhere)).toBe(0);
    expect(await rendersOf(page, ...lists, counts)).toBe(6);
    for (const path of [page, ...lists]) {
      expect((await ask(path)).text, path).toContain('Renamed Weaver');
    }
  });

  test('of a job evicts no page of another job with figures of its company', async () => {
    const { db } = database;
    const { id: company_id } = await createCompany(db, { description: '' });
    const { id } = await createJob(db, { company_id });
    const other = await createCompany(db);
    await board.settle();
    const [page, company] = [`/jobs/${id}`, `/companies/${company_id}`];
    await rendersOf(page, company);
    expect((await ask(page)).text).toContain('1 open job');
    for (const one of [other.id, company_id]) {
      await createJob(db, { company_id: one });
      await board.settle();
      expect(await rendersOf(page)).toBe(0);
    }
    // The company's own page lists its jobs, so its figures are current.
    expect((await ask(company)).text).toContain('2 open jobs');
  });

  test('of a company’s name appears on every page with the company', async () => {
    const { db } = database;
    const { company_id, id } = await createJob(db);
    await board.settle();
    const paths = ['/jobs', `/jobs/${id}`, '/companies', `/companies/${company_id}`];
    const apis = ['/api/jobs', `/api/jobs/${id}`, '/api/companies', `/api/companies/${company_id}`];
    await rendersOf(...paths, ...apis, '/about');
    await db.update(companies).set({ name: 'Brand New Ltd' }).where(eq(companies.id, company_id));
    await board.settle();
    for (const path of [...paths, ...apis]) {
      expect((await ask(path)).text, path).toContain('Brand New Ltd');
    }
    expect(await rendersOf('/about')).toBe(0);
  });

  test('the deletion of a job evicts its page, and a new job appears in the lists', async () => {
    const { db } = database;
    const { company_id, id } = await createJob(db);
    await board.settle();
    await rendersOf(`/jobs/${id}`, '/jobs');
    await createJob(db, { company_id, title: 'Newest Weaver' });
    await board.settle();
    expect(await rendersOf(`/jobs/${id}`)).toBe(0);
    expect((await ask('/jobs')).text).toContain('Newest Weaver');
    await db.delete(jobs).where(eq(jobs.id, id));
    await board.settle();
    expect((await ask(`/jobs/${id}`)).status).toBe(410);
    expect((await ask(`/api/jobs/${id}`)).status).toBe(410);
  });

  test('of very many jobs evicts the page of each job', async () => {
    const { db } = database;
    const { company_id, id } = await createJob(db);
    for (let n = 0; n < 101; n += 1) await createJob(db, { company_id });
    await board.settle();
    await rendersOf(`/jobs/${id}`);
    await db.update(jobs).set({ title: 'All Anew' });
    await board.settle();
    expect((await ask(`/jobs/${id}`)).text).toContain('All Anew');
  });

  test('is visible to its author in the next response, twenty times in a row', async () => {
    const { id, rename } = await startRenaming(database.db, board);
    const readers = [`/jobs/${id}`, '/jobs', '/api/jobs', `/api/jobs/${id}`];
    for (let n = 0; n < 20; n += 1) {
      const title = `Weaver number ${n}.`;
      expect((await rename(title)).status).toBe(200);
      const path = readers[n % readers.length] ?? '';
      expect((await ask(path)).text, path).toContain(title);
    }
  });

  test('during the rendering of a page is visible to every later request', async () => {
    const { id } = await createJob(database.db, { title: 'Old Weaver' });
    await board.settle();
    const { held, release } = holdNextPage(board);
    const leader = ask('/jobs');
    await held;
    const follower = ask('/jobs');
    await ask('/about');
    await rename(id, 'New Weaver');
    const newcomer = await ask('/jobs');
    release();
    expect((await leader).text).toContain('Old Weaver');
    // A request that was sent before the change may get either version.
    expect((await follower).text).toContain('Weaver');
    expect(newcomer.text).toContain('New Weaver');
    expect((await ask('/jobs')).text).toContain('New Weaver');
  });
});

test('requests that wait for the same response get one even if the first client disconnects', async () => {
  const { held, release } = holdNextPage(board);
  const disconnect = new AbortController();
  const leader = ask('/jobs', { signal: disconnect.signal }).catch((error: Error) => error.name);
  await held;
  const followers = [ask('/jobs'), ask('/jobs')];
  await ask('/about');
  disconnect.abort();
  expect(await leader).toBe('AbortError');
  for (const { status } of await Promise.all(followers)) expect(status).toBe(200);
  expect(board.renders.filter((path) => path === '/jobs')).toHaveLength(2);
  release();
});

test('a change by another process on the same database is visible within a second', async () => {
  const { id } = await createJob(database.db, { title: 'Old Weaver' });
  const other = await startCachedBoard(database);
  for (let n = 0; n < 8; n += 1) {
    const title = `Weaver number ${n}.`;
    await other.ask('/jobs');
    await rename(id, title);
    const changed = performance.now();
    for (;;) {
      const start = performance.now();
      const { text } = await other.ask('/jobs');
      if (text.includes(title)) break;
      expect(start - changed).toBeLessThan(1_000);
    }
  }
  await other.close();
});

test('responses with unbounded keys do not evict the pages that most visitors read', async () => {
  const small = await startCachedBoard(database, {
    steady: true,
    settings: { PAGE_CACHE_MB: '1' },
  });
  const bounded = ['/', '/jobs', '/jobs?type=Contract', '/companies'];
  for (const path of bounded) await small.ask(path);
  const unbounded = [
    (n: number) => `/jobs?company=${n}`,
    (n: number) => `/jobs?q=x${n}`,
    (n: number) => `/jobs?type=${n}`,
    (n: number) => `/api/companies?cursor=${n}`,
    () => `/jobs/edit/${uuidv7()}`,
    (n: number) => `/jobs?type=%43ontract&cursor=${n}`,
  ];
  for (let n = 0; n < 120; n += 1) await small.ask(unbounded[n % unbounded.length]?.(n) ?? '');
  small.renders.length = 0;
  for (const path of bounded) await small.ask(path);
  expect(small.renders).toEqual([]);
  await small.close();
});
