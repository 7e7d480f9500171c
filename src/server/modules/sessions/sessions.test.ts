import { and, eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { describeDevice } from '#server/auth/embedded-provider/device.ts';
import { deleteEndedSessions, endSessions } from '#server/auth/embedded-provider/sessions.ts';
import { setUpProvenBoard } from '#server/auth/embedded-provider/testing/proven-board.ts';
import { identity_sessions, identity_state } from '#server/db/identity-tables.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { locksAwaited } from '#tests/support/locks.ts';

const board = setUpProvenBoard();
let people = 0;
const newAddress = () => `dee${people++}@example.org`;

const sidOf = (token: string) => String(decodeJwt(token).sid);

test('a person sees their sessions with device and last use, and which session is the current one', async () => {
  const email = newAddress();
  const one = await board.signIn(email);
  const two = await board.signIn(email);
  await board.signIn(newAddress());
  await board.db
    .update(identity_sessions)
    .set({ user_agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' })
    .where(eq(identity_sessions.id, sidOf(one.access_token)));
  const { status, body } = await board.ask('GET', '/api/sessions', two.access_token);
  expect(status).toBe(200);
  expect(body.results).toEqual([
    {
      id: sidOf(two.access_token),
      device: '',
      current: true,
      since: expect.any(String),
      lastused: expect.any(String),
    },
    expect.objectContaining({ current: false, device: 'Firefox on Windows' }),
  ]);
});

test('a silent sign-in belongs to the same session and counts as a use of that session', async () => {
  const { browser, access_token } = await board.signIn(newAddress());
  const id = sidOf(access_token);
  await board.db
    .update(identity_sessions)
    .set({ last_used_at: new Date(0) })
    .where(eq(identity_sessions.id, id));
  expect(await board.signInSilently(browser)).toHaveProperty('code');
  const { body } = await board.ask('GET', '/api/sessions', access_token);
  expect(body.results).toHaveLength(1);
  expect(Date.parse(body.results[0].lastused)).toBeGreaterThan(0);
});

describe('ending a session', () => {
  test('ends its tokens and the silent sign-in of its browser at once, but no other session', async () => {
    const email = newAddress();
    const [one, two] = [await board.signIn(email), await board.signIn(email)];
    const path = `/api/sessions/${sidOf(one.access_token)}`;
    expect((await board.ask('DELETE', path, two.access_token)).status).toBe(204);
    expect((await board.ask('GET', '/api/sessions', one.access_token)).status).toBe(401);
    expect(await board.signInSilently(one.browser)).toMatchObject({ error: 'login_required' });
    expect((await board.ask('GET', '/api/sessions', two.access_token)).body.results).toHaveLength(
      1,
    );
    expect(await board.signInSilently(two.browser)).toHaveProperty('code');
    expect((await board.ask('DELETE', path, two.access_token)).status).toBe(404);
  });

  test('nobody else, not even a site admin, can end a person’s session', async () => {
    const [owner, stranger] = [await board.signIn(newAddress()), await board.signIn(newAddress())];
    const id = decodeJwt(stranger.access_token).sub ?? '';
    await createAccount(board.db, { id, role: 'siteadmin' });
    const path = `/api/sessions/${sidOf(owner.access_token)}`;
    expect((await board.ask('DELETE', path, stranger.access_token)).status).toBe(404);
    expect((await board.ask('DELETE', path, '')).status).toBe(401);
    expect((await board.ask('DELETE', '/api/sessions/%00', stranger.access_token)).status).toBe(
      404,
    );
    expect((await board.ask('GET', '/api/sessions', owner.access_token)).status).toBe(200);
  });

  test('logging out also ends the tokens of the session at once', async () => {
    const { access_token } = await board.signIn(newAddress());
    await board.db.delete(identity_state).where(eq(identity_state.uid, sidOf(access_token)));
    expect((await board.ask('GET', '/api/sessions', access_token)).status).toBe(401);
  });
});

test('“Sign out everywhere” ends all sessions of the person, and nobody else’s', async () => {
  const email = newAddress();
  const [one, two, other] = [
    await board.signIn(email),
    await board.signIn(email),
    await board.signIn(newAddress()),
  ];
  expect((await board.ask('DELETE', '/api/sessions', '')).status).toBe(401);
  expect((await board.ask('DELETE', '/api/sessions', one.access_token)).status).toBe(204);
  for (const { access_token, browser } of [one, two]) {
    expect((await board.ask('GET', '/api/sessions', access_token)).status).toBe(401);
    expect(await board.signInSilently(browser)).toMatchObject({ error: 'login_required' });
  }
  expect((await board.ask('GET', '/api/sessions', other.access_token)).status).toBe(200);
  const again = await board.signIn(email);
  expect((await board.ask('GET', '/api/sessions', again.access_token)).body.results).toHaveLength(
    1,
  );
});

test('“Sign out everywhere” also ends a sign-in that is not finished although the person has proven the address', async () => {
  const email = newAddress();
  const { access_token } = await board.signIn(email);
  const [thief, other] = [board.open(), board.open()];
  const { page, code } = await board.requestCode(thief, email);
  const proven = await thief.submit(page, { action: 'code', code, passkeys: 'yes' });
  expect(proven.location).toBe(page);
  const unrelated = await board.requestCode(other, newAddress());
  await other.submit(unrelated.page, { action: 'code', code: unrelated.code, passkeys: 'yes' });
  expect((await board.ask('DELETE', '/api/sessions', access_token)).status).toBe(204);
  expect(await thief.submit(page, { action: 'skip' })).toMatchObject({
    status: 400,
    html: expect.stringContaining('This sign-in has ended'),
  });
  expect((await other.submit(unrelated.page, { action: 'skip' })).status).toBe(303);
});

test('a silent sign-in does not continue a session that ends while this sign-in is running', async () => {
  const { browser, access_token } = await board.signIn(newAddress());
  const { sub = '', sid } = decodeJwt(access_token);
  const session = and(eq(identity_state.kind, 'Session'), eq(identity_state.uid, String(sid)));
  // The silent sign-in has read the session, and waits for its row in order to store it again.
  let running: Promise<unknown> | undefined;
  await board.db.transaction(async (tx) => {
    await tx.select().from(identity_state).where(session).for('update');
    running = board.signInSilently(browser);
    await expect.poll(() => locksAwaited(board.db)).toBe(1);
    expect(await endSessions(tx, sub)).toBe(1);
  });
  await running;
  expect(await board.signInSilently(browser)).toMatchObject({ error: 'login_required' });
  expect((await board.ask('GET', '/api/sessions', access_token)).status).toBe(401);
});

test('an expired session is not listed, and its row is deleted later', async () => {
  const { access_token } = await board.signIn(newAddress());
  const id = sidOf(access_token);
  await board.db
    .update(identity_state)
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where(eq(identity_state.uid, id));
  expect((await board.ask('GET', '/api/sessions', access_token)).status).toBe(401);
  await board.db.delete(identity_state).where(eq(identity_state.uid, id));
  await board.db
    .update(identity_sessions)
    .set({ last_used_at: sql`now() - interval '2 hours'` })
    .where(eq(identity_sessions.id, id));
  await deleteEndedSessions(board.db);
  expect(await board.db.$count(identity_sessions, eq(identity_sessions.id, id))).toBe(0);
});

test('a token that belongs to no session stays valid, and the person sees no sessions', async () => {
  const claims = { iss: 'https://jobs.example/', aud: 'https://jobs.example/api' };
  const token = await tokenFor(board.db, 'user|none', { claims });
  expect(await board.ask('GET', '/api/sessions', token)).toEqual({
    status: 200,
    body: { results: [] },
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['curl/8.5.0', ''],
])('%s is %j', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
