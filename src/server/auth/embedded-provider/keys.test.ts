import { sql } from 'drizzle-orm';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { identity_keys } from '#server/db/identity-tables.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { KEY_PUBLISHED_AHEAD, loadKeys, publishedKeys } from './keys.ts';
import { exchange, signIn, signInSilently } from './testing/sign-in.ts';

const board = setUpTestBoard();

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

const ids = (keys: { id: string }[]) => keys.map(({ id }) => id);
const load = async (now: number) => ids(await loadKeys(board.db, now));

describe('the provider’s keys', () => {
  beforeEach(async () => {
    await board.db.delete(identity_keys);
  });

  test('the first key is created on demand, signs at once, and is not replaced', async () => {
    const [key] = await loadKeys(board.db, NOW);
    expect(key?.private_key).toMatchObject({ kty: 'RSA', e: 'AQAB', d: expect.any(String) });
    expect(await load(NOW)).toEqual([key?.id]);
    expect(await load(NOW + 89 * DAY)).toEqual([key?.id]);
  });

  test('a new key is published before it replaces the old key, which is deleted later', async () => {
    const [first] = await load(NOW);
    const due = NOW + 90 * DAY;
    const [signing, next, ...others] = await load(due);
    expect([signing, others]).toEqual([first, []]);
    expect(next).not.toBe(first);
    expect(await load(due + KEY_PUBLISHED_AHEAD - 1)).toEqual([first, next]);
    expect(await load(due + KEY_PUBLISHED_AHEAD)).toEqual([next, first]);
    expect(await load(due + 30 * DAY - 1)).toEqual([next, first]);
    expect(await load(due + 30 * DAY)).toEqual([next]);
    expect(await board.db.$count(identity_keys)).toBe(1);
  });

  test('after a year of downtime, the old key signs until the new key has been published long enough', async () => {
    const [first] = await load(NOW);
    const [signing, next] = await load(NOW + 365 * DAY);
    expect(signing).toBe(first);
    expect(await load(NOW + 365 * DAY + KEY_PUBLISHED_AHEAD)).toEqual([next, first]);
  });

  test('if several processes need a new key at once, only one key is created', async () => {
    for (const now of [NOW, NOW + 90 * DAY, NOW + 120 * DAY]) {
      const seen = await Promise.all([1, 2, 3, 4].map(() => load(now)));
      expect(new Set(seen.map(String)).size).toBe(1);
    }
    expect(await board.db.$count(identity_keys)).toBe(1);
  });

  test('each key has its own cookie secret', async () => {
    await load(NOW);
    const secrets = (await loadKeys(board.db, NOW + 90 * DAY)).map((key) => key.cookie_secret);
    expect(secrets).toHaveLength(2);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });
});

test('the server verifies tokens with the published keys, which contain no private part', async () => {
  const { keys } = await publishedKeys(board.db);
  expect((await board.get('/.well-known/jwks.json')).body.keys).toEqual(keys);
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  }
});

describe('during a key rotation', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const published = async () =>
    (await board.get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);

  test('during a key rotation, no user is signed out, and no token is refused', async () => {
    const browser = openBrowser(board.app);
    const advanceClock = (time: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + time });
    const tokenOf = async (code: string | undefined) =>
      (await exchange(board.app, code)).body.access_token;
    const open = async (token: string) =>
      (await board.ask('GET', '/api/accounts', { token })).status;

    const before = await tokenOf((await signIn(browser, 'ada@example.com')).code);
    expect(await open(before)).toBe(403);
    await board.db
      .update(identity_keys)
      .set({ created_at: sql`now() - interval '90 days' - interval '1 hour'` });

    advanceClock(2 * MINUTE);
    const ahead = await tokenOf((await signInSilently(browser)).code);
    expect(kidOf(ahead)).toBe(kidOf(before));
    expect(await published()).toHaveLength(2);

    advanceClock(11 * MINUTE);
    const after = await tokenOf((await signInSilently(browser)).code);
    expect(kidOf(after)).not.toBe(kidOf(before));
    expect(await published()).toEqual([kidOf(after), kidOf(before)]);

    for (const token of [before, ahead, after]) expect(await open(token)).toBe(403);
    const other = await buildTestApp(board);
    for (const token of [before, after]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await other.inject({ url: '/api/accounts', headers })).statusCode).toBe(403);
    }
    await other.close();
  });
});
