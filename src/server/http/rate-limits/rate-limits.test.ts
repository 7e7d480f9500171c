import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rate_limit_counts } from '#server/db/rate-limit-tables.ts';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { keepLog } from '#server/testing/log-lines.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';
import { RATE_LIMITS, type RateLimitName } from '#shared/constants/limits.ts';
import { deleteExpiredCounts } from './rate-limit-store.ts';

const board = setUpTestBoard();
/** Of what is allowed by default. */
const SCALE = 0.03;
const most = (allowance: RateLimitName) => Math.ceil(RATE_LIMITS[allowance] * SCALE);
const settings = { RATE_LIMIT_SCALE: String(SCALE), TRUST_PROXY: '10.0.0.0/8, ::ffff:10.1.1.1' };
let app: FastifyInstance;
let other: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp(board, settings);
  other = await buildTestApp(board, settings);
});
afterAll(() => Promise.all([app.close(), other.close()]));
// A minute that ends amid a test would begin a new count.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: nextMinute() }));
afterEach(() => vi.useRealTimers());

let minute = Math.ceil(Date.now() / 60_000);
function nextMinute(): number {
  minute += 1;
  return minute * 60_000 + 20_500;
}

type Call = { from?: string; forwarded?: string; token?: string; method?: 'GET' | 'POST' };

async function call(at: FastifyInstance, url: string, options: Call = {}) {
  const { from = '192.0.2.1', forwarded, token, method = 'GET' } = options;
  const { statusCode, headers, body } = await at.inject({
    method,
    url,
    remoteAddress: from,
    headers: {
      ...(forwarded && { 'x-forwarded-for': forwarded }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  return { status: statusCode, headers, body };
}

/** How many of so many calls were let through. */
async function letThrough(times: number, once: (turn: number) => ReturnType<typeof call>) {
  let passed = 0;
  for (let turn = 0; turn < times; turn += 1) if ((await once(turn)).status !== 429) passed += 1;
  return passed;
}

const SEARCHES = most('search');
const WRITES = most('write');
const SIGN_INS = most('signIn');
const UPLOADS = most('upload');

test('one call too many is told when to come back, and another address is not', async () => {
  expect(await letThrough(SEARCHES, () => call(app, '/api/jobs?q=weaver'))).toBe(SEARCHES);
  const refused = await call(app, '/api/jobs?q=weaver');
  expect(refused.status).toBe(429);
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(JSON.parse(refused.body)).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect(refused.headers['retry-after']).toBe('40');
  expect(refused.headers['cache-control']).toBe('no-store');
  expect((await call(app, '/api/jobs?q=weaver', { from: '192.0.2.2' })).status).toBe(200);
  // Reading is counted by itself.
  expect((await call(app, '/api/jobs')).status).toBe(200);
});

test('the next minute begins anew', async () => {
  await letThrough(SEARCHES + 1, () => call(app, '/jobs?q=weaver'));
  expect((await call(app, '/jobs?q=weaver')).status).toBe(429);
  vi.setSystemTime(nextMinute());
  expect((await call(app, '/jobs?q=weaver')).status).toBe(200);
});

test('nothing tells a caller of the numbers, which would be kept for others', async () => {
  const { headers } = await call(app, '/api/jobs');
  expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
});

describe('each has an allowance of its own', () => {
  test.each([
    ['pages by words', '/jobs?location=leeds', SEARCHES],
    ['suggestions', '/api/jobs/places?name=l', SEARCHES],
    ['feeds by words', '/jobs.atom?q=weaver', SEARCHES],
    ['opening a session', '/authorize', most('session')],
  ])('%s', async (_what, url, calls) => {
    const once = () => call(app, url, { from: '127.0.0.1' });
    expect(await letThrough(calls + 3, once)).toBe(calls);
  });

  test('writing, also for who may not', async () => {
    const post = () => call(app, '/api/jobs', { method: 'POST' });
    expect(await letThrough(WRITES + 3, post)).toBe(WRITES);
  });

  test('uploads', async () => {
    const post = () => call(app, '/api/upload', { method: 'POST' });
    expect(await letThrough(UPLOADS + 3, post)).toBe(UPLOADS);
  });

  test('signing in', async () => {
    const post = () => call(app, '/authorize/sign-in/x', { method: 'POST', from: '127.0.0.1' });
    expect(await letThrough(SIGN_INS + 3, post)).toBe(SIGN_INS);
  });

  test('probes, scripts and styles have no end', async () => {
    const calls = most('read') + 1;
    const files = ['/healthz', '/static/icon.svg'];
    for (const url of files) expect(await letThrough(calls, () => call(app, url))).toBe(calls);
  });
});

describe('another process over the same database', () => {
  /** Until the database knows of so many calls of one caller. */
  const told = (calls: number) =>
    expect
      .poll(async () =>
        (await board.db.select().from(rate_limit_counts)).map((count) => count.requests),
      )
      .toContain(calls);

  test('does not let through as much again', async () => {
    const post = { method: 'POST' } as const;
    await letThrough(WRITES, () => call(app, '/api/jobs', post));
    await told(WRITES);
    // It hears of the others with its first call.
    expect(await letThrough(1, () => call(other, '/api/jobs', post))).toBe(1);
    await told(WRITES + 1);
    expect(await letThrough(WRITES, () => call(other, '/api/jobs', post))).toBeLessThanOrEqual(2);
  });

  test('but for a tenth, of what is told seldom', async () => {
    await letThrough(SEARCHES, () => call(app, '/api/jobs?q=weaver'));
    await told(SEARCHES);
    const passed = await letThrough(SEARCHES, () => call(other, '/api/jobs?q=weaver'));
    expect(passed).toBeLessThanOrEqual(SEARCHES / 2);
  });

  test('many callers at once are counted one by one', async () => {
    const calls = Array.from({ length: 60 }, (_, n) => ({ from: `203.0.113.${n % 20}` }));
    const post = { method: 'POST' } as const;
    const statuses = await Promise.all(
      calls.map(async ({ from }) => (await call(app, '/api/jobs', { ...post, from })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    const counted = async () =>
      (await board.db.select().from(rate_limit_counts))
        .filter(({ client }) => client.startsWith('write 203.'))
        .map((count) => count.requests);
    await expect.poll(counted).toEqual(Array.from({ length: 20 }, () => 3));
  });
});

describe('whose address counts', () => {
  const search = (from: string, forwarded?: string) =>
    call(app, '/api/jobs?q=weaver', { from, ...(forwarded && { forwarded }) });

  test('a forged X-Forwarded-For changes nothing', async () => {
    const forge = (turn: number) => search('192.0.2.1', `198.51.100.${turn}`);
    expect(await letThrough(SEARCHES + 5, forge)).toBe(SEARCHES);
  });

  test('a trusted proxy is taken at its word, and what was forged before it is not', async () => {
    const through = (turn: number) => search('10.0.0.1', `198.51.100.${turn}, 192.0.2.9`);
    expect(await letThrough(SEARCHES + 5, through)).toBe(SEARCHES);
    expect((await search('10.0.0.1', '192.0.2.10')).status).toBe(200);
  });

  test.each([
    ['a port behind the address', (turn: number) => `192.0.2.9:${4000 + turn}`],
    ['a port behind an IPv6 address', (turn: number) => `[2001:db8:9::1]:${4000 + turn}`],
    ['what is no address', (turn: number) => `unknown-${turn}`],
    ['a very long text', (turn: number) => `${turn}`.padEnd(9_000, 'x')],
  ])('%s is no other caller', async (_, forwarded) => {
    const through = (turn: number) => search('10.0.0.1', forwarded(turn));
    expect(await letThrough(SEARCHES + 5, through)).toBe(SEARCHES);
  });

  test('whoever has one address of an IPv6 network has them all', async () => {
    const hop = (turn: number) => search(`2001:db8:1:2:${turn}::1`);
    expect(await letThrough(SEARCHES + 5, hop)).toBe(SEARCHES);
    expect((await search('2001:db8:1:3::1')).status).toBe(200);
  });

  test('an IPv4 address is the same in IPv6', async () => {
    await letThrough(SEARCHES, () => search('192.0.2.1'));
    expect((await search('::ffff:192.0.2.1')).status).toBe(429);
  });
});

test('someone who is signed in is counted by address too', async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, id);
  const post = (from: string) => call(app, '/api/jobs', { method: 'POST', token, from });
  expect(await letThrough(WRITES + 2, () => post('192.0.2.1'))).toBe(WRITES);
  expect((await post('192.0.2.2')).status).toBe(400);
});

test('what was counted is forgotten', async () => {
  await call(app, '/api/jobs', { method: 'POST' });
  // The database is told beside the answer.
  const counted = eq(rate_limit_counts.time_window, minute);
  await expect.poll(() => board.db.$count(rate_limit_counts, counted)).toBe(1);
  vi.setSystemTime(nextMinute() + 120_000);
  await deleteExpiredCounts(board.db);
  expect(await board.db.select().from(rate_limit_counts)).toEqual([]);
});

test('without the database each process counts for itself', async () => {
  await board.db.execute('alter table rate_limit_counts rename to rate_limit_counts_away');
  const post = { method: 'POST' } as const;
  try {
    expect(await letThrough(WRITES + 3, () => call(app, '/api/jobs', post))).toBe(WRITES);
  } finally {
    await board.db.execute('alter table rate_limit_counts_away rename to rate_limit_counts');
  }
});

test('the first refusal of a caller has a line in the log, and the others are told of together', async () => {
  const log = keepLog();
  const logging = await buildTestApp(board, settings, { logger: log.logger });
  await letThrough(WRITES + 20, () => call(logging, '/api/jobs', { method: 'POST' }));
  // The second in which they are counted may end among them.
  const together = () => log.lines().reduce((sum, { requests = 0 }) => sum + requests, 0);
  await expect.poll(together).toBe(19);
  const refusals = log.lines().filter(({ status }) => status === 429);
  expect(refusals).toMatchObject([{ level: 'warn', reason: 'too often: write', ip: '192.0.2.1' }]);
  await logging.close();
});

test('as much as anyone likes, where the operator says so', async () => {
  const open = await buildTestApp(board, { RATE_LIMIT_SCALE: '0' });
  const post = { method: 'POST' } as const;
  expect(await letThrough(most('write') + 3, () => call(open, '/api/jobs', post))).toBe(
    most('write') + 3,
  );
  await open.close();
});
