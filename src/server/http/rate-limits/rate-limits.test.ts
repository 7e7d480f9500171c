import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rate_limit_counts } from '#server/db/rate-limit-tables.ts';
import { RATE_LIMITS, type RateLimitName } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { captureLog } from '#tests/support/log-lines.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { deleteExpiredCounts } from './rate-limit-store.ts';

const board = setUpTestBoard();
/** The share of the default limits that these tests use. */
const SCALE = 0.03;
const limitOf = (name: RateLimitName) => Math.ceil(RATE_LIMITS[name] * SCALE);
const settings = { RATE_LIMIT_SCALE: String(SCALE), TRUST_PROXY: '10.0.0.0/8, ::ffff:10.1.1.1' };
let app: FastifyInstance;
let other: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp(board, settings);
  other = await buildTestApp(board, settings);
});
afterAll(() => Promise.all([app.close(), other.close()]));
// Set the clock to the beginning of a minute. If a minute ended during a test, the counts would start again.
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

/** The number of calls that are not refused. */
async function countAccepted(times: number, once: (turn: number) => ReturnType<typeof call>) {
  let accepted = 0;
  for (let turn = 0; turn < times; turn += 1) if ((await once(turn)).status !== 429) accepted += 1;
  return accepted;
}

const SEARCHES = limitOf('search');
const WRITES = limitOf('write');
const SIGN_INS = limitOf('signIn');
const UPLOADS = limitOf('upload');

test('a client over its limit is refused with Retry-After, while another client is still accepted', async () => {
  expect(await countAccepted(SEARCHES, () => call(app, '/api/jobs?q=weaver'))).toBe(SEARCHES);
  const refused = await call(app, '/api/jobs?q=weaver');
  expect(refused.status).toBe(429);
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(JSON.parse(refused.body)).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect(refused.headers['retry-after']).toBe('40');
  expect(refused.headers['cache-control']).toBe('no-store');
  expect((await call(app, '/api/jobs?q=weaver', { from: '192.0.2.2' })).status).toBe(200);
  // Reads have a separate limit.
  expect((await call(app, '/api/jobs')).status).toBe(200);
});

test('counts start from zero in the next minute', async () => {
  await countAccepted(SEARCHES + 1, () => call(app, '/jobs?q=weaver'));
  expect((await call(app, '/jobs?q=weaver')).status).toBe(429);
  vi.setSystemTime(nextMinute());
  expect((await call(app, '/jobs?q=weaver')).status).toBe(200);
});

test('responses have no headers with the counts of a client, because a cache would serve them to other clients', async () => {
  const { headers } = await call(app, '/api/jobs');
  expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
});

describe('separate limits apply to', () => {
  test.each([
    ['pages with a text search', '/jobs?location=leeds', SEARCHES],
    ['alternatives to a search', '/api/jobs/alternatives?q=weaver', SEARCHES],
    ['suggestions of places', '/api/jobs/places?name=l', SEARCHES],
    ['suggestions of searches', '/api/jobs/suggestions?q=l', SEARCHES],
    ['feeds with a text search', '/jobs.atom?q=weaver', SEARCHES],
    ['starting a session', '/authorize', limitOf('session')],
  ])('%s', async (_what, url, calls) => {
    const once = () => call(app, url, { from: '127.0.0.1' });
    expect(await countAccepted(calls + 3, once)).toBe(calls);
  });

  test('a separate limit applies to writes, even unauthorized ones', async () => {
    const post = () => call(app, '/api/jobs', { method: 'POST' });
    expect(await countAccepted(WRITES + 3, post)).toBe(WRITES);
  });

  test('a separate limit applies to uploads', async () => {
    const post = () => call(app, '/api/upload', { method: 'POST' });
    expect(await countAccepted(UPLOADS + 3, post)).toBe(UPLOADS);
  });

  test('a separate limit applies to sign-ins', async () => {
    const post = () => call(app, '/authorize/sign-in/x', { method: 'POST', from: '127.0.0.1' });
    expect(await countAccepted(SIGN_INS + 3, post)).toBe(SIGN_INS);
  });
});

test('health probes and static files are not limited', async () => {
  const calls = limitOf('read') + 1;
  const files = ['/healthz', '/static/icon.svg'];
  for (const url of files) expect(await countAccepted(calls, () => call(app, url))).toBe(calls);
});

describe('another process on the same database', () => {
  /** Waits until the database counts this number of calls for one key. */
  const synchronized = (calls: number) =>
    expect
      .poll(async () =>
        (await board.db.select().from(rate_limit_counts)).map((count) => count.requests),
      )
      .toContain(calls);

  test('shares the limit on writes', async () => {
    const post = { method: 'POST' } as const;
    await countAccepted(WRITES, () => call(app, '/api/jobs', post));
    await synchronized(WRITES);
    // The first call of a process reads the counts of the other process.
    expect(await countAccepted(1, () => call(other, '/api/jobs', post))).toBe(1);
    await synchronized(WRITES + 1);
    expect(await countAccepted(WRITES, () => call(other, '/api/jobs', post))).toBeLessThanOrEqual(
      2,
    );
  });

  test('shares the limit on searches, with some delay', async () => {
    await countAccepted(SEARCHES, () => call(app, '/api/jobs?q=weaver'));
    await synchronized(SEARCHES);
    const accepted = await countAccepted(SEARCHES, () => call(other, '/api/jobs?q=weaver'));
    expect(accepted).toBeLessThanOrEqual(SEARCHES / 2);
  });

  test('many simultaneous clients of two processes are counted separately', async () => {
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

describe('the client address', () => {
  const search = (from: string, forwarded?: string) =>
    call(app, '/api/jobs?q=weaver', { from, ...(forwarded && { forwarded }) });

  test('ignores a forged X-Forwarded-For', async () => {
    const forge = (turn: number) => search('192.0.2.1', `198.51.100.${turn}`);
    expect(await countAccepted(SEARCHES + 5, forge)).toBe(SEARCHES);
  });

  test('is the one that a trusted proxy reports, not a forged address before it', async () => {
    const through = (turn: number) => search('10.0.0.1', `198.51.100.${turn}, 192.0.2.9`);
    expect(await countAccepted(SEARCHES + 5, through)).toBe(SEARCHES);
    expect((await search('10.0.0.1', '192.0.2.10')).status).toBe(200);
  });

  test.each([
    ['a port after the address', (turn: number) => `192.0.2.9:${4000 + turn}`],
    ['a port after an IPv6 address', (turn: number) => `[2001:db8:9::1]:${4000 + turn}`],
    ['a value that is no address', (turn: number) => `unknown-${turn}`],
    ['a very long text', (turn: number) => `${turn}`.padEnd(9_000, 'x')],
  ])('does not change with %s in the forwarded header', async (_, forwarded) => {
    const through = (turn: number) => search('10.0.0.1', forwarded(turn));
    expect(await countAccepted(SEARCHES + 5, through)).toBe(SEARCHES);
  });

  test('in IPv6, the client address stands for the whole /64 network', async () => {
    const hop = (turn: number) => search(`2001:db8:1:2:${turn}::1`);
    expect(await countAccepted(SEARCHES + 5, hop)).toBe(SEARCHES);
    expect((await search('2001:db8:1:3::1')).status).toBe(200);
  });

  test('in IPv6, all networks of a /48 network together have four times the limit of one', async () => {
    const hop = (turn: number) => search(`2001:db8:48:${turn.toString(16)}::1`);
    expect(await countAccepted(4 * SEARCHES + 5, hop)).toBe(4 * SEARCHES);
    expect((await search('2001:db8:49::1')).status).toBe(200);
  });

  test('is the same for an IPv4 address mapped to IPv6', async () => {
    await countAccepted(SEARCHES, () => search('192.0.2.1'));
    expect((await search('::ffff:192.0.2.1')).status).toBe(429);
  });
});

test('the requests of a signed-in user are counted by client address too', async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, id);
  const post = (from: string) => call(app, '/api/jobs', { method: 'POST', token, from });
  expect(await countAccepted(WRITES + 2, () => post('192.0.2.1'))).toBe(WRITES);
  expect((await post('192.0.2.2')).status).toBe(400);
});

test('expired counts are deleted', async () => {
  await call(app, '/api/jobs', { method: 'POST' });
  // Counts are synchronized in the background.
  const counted = eq(rate_limit_counts.time_window, minute);
  await expect.poll(() => board.db.$count(rate_limit_counts, counted)).toBe(1);
  vi.setSystemTime(nextMinute() + 120_000);
  await deleteExpiredCounts(board.db);
  expect(await board.db.select().from(rate_limit_counts)).toEqual([]);
});

test('each process counts alone while the database is unreachable', async () => {
  await board.db.execute('alter table rate_limit_counts rename to rate_limit_counts_away');
  const post = { method: 'POST' } as const;
  try {
    expect(await countAccepted(WRITES + 3, () => call(app, '/api/jobs', post))).toBe(WRITES);
  } finally {
    await board.db.execute('alter table rate_limit_counts_away rename to rate_limit_counts');
  }
});

test('the first refusal of a client is logged in its own line, and the others in a summary', async () => {
  const log = captureLog();
  const logging = await buildTestApp(board, settings, { logger: log.logger });
  await countAccepted(WRITES + 20, () => call(logging, '/api/jobs', { method: 'POST' }));
  // The refusals may be divided among several summaries.
  const summarized = () => log.lines().reduce((sum, { requests = 0 }) => sum + requests, 0);
  await expect.poll(summarized).toBe(19);
  const refusals = log.lines().filter(({ status }) => status === 429);
  expect(refusals).toMatchObject([{ level: 'warn', reason: 'rate limit: write', ip: '192.0.2.1' }]);
  await logging.close();
});

test('no limit applies if RATE_LIMIT_SCALE is 0', async () => {
  const open = await buildTestApp(board, { RATE_LIMIT_SCALE: '0' });
  const post = { method: 'POST' } as const;
  expect(await countAccepted(limitOf('write') + 3, () => call(open, '/api/jobs', post))).toBe(
    limitOf('write') + 3,
  );
  await open.close();
});
