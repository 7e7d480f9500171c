import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  PUBLIC_URL,
  provenBoard,
  setUpProvenBoard,
} from '#server/auth/embedded-provider/testing/proven-board.ts';
import { identity_passkeys, identity_sessions } from '#server/db/identity-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import type { Passkey } from '#shared/contract/passkeys.ts';
import { MAX_PASSKEYS } from '#shared/limits.ts';
import { createAccount } from '#tests/support/factories.ts';
import { createAuthenticator } from '#tests/support/software-authenticator.ts';
import { buildTestApp } from '#tests/support/test-app.ts';

const board = setUpProvenBoard();

let people = 0;
const newAddress = () => `gil${people++}@example.org`;

/** Signs in a person, and makes them a site admin, because a board without a site admin refuses writes. */
async function signIn(email = newAddress()) {
  const tokens = await board.signIn(email);
  const id = decodeJwt(tokens.access_token).sub ?? '';
  await createAccount(board.db, { id, role: 'siteadmin' });
  return { ...tokens, id, email };
}

async function add(token: string, name?: string) {
  const { body } = await board.ask('POST', '/api/passkeys/options', token);
  const authenticator = createAuthenticator(PUBLIC_URL);
  const credential = authenticator.register(body.options);
  const added = await board.ask('POST', '/api/passkeys', token, { name, credential });
  return { ...added, authenticator, credential };
}

test('a person adds, lists, uses and removes passkeys', async () => {
  const { access_token, id } = await signIn();
  expect(await board.ask('GET', '/api/passkeys', access_token)).toEqual({
    status: 200,
    body: { available: true, results: [] },
  });
  const { status, body, authenticator } = await add(access_token, ' Laptop at work ');
  expect([status, body]).toEqual([
    201,
    { id: expect.any(String), name: 'Laptop at work', since: expect.any(String), lastused: null },
  ]);
  await add(access_token);
  const tokens = await board.signInByPasskey(board.open(), authenticator.authenticate);
  expect(decodeJwt(tokens?.access_token ?? '').sub).toBe(id);
  const { results } = (await board.ask('GET', '/api/passkeys', access_token)).body;
  expect(results.map(({ name, lastused }: Passkey) => [name, lastused !== null])).toEqual([
    ['Laptop at work', true],
    ['Passkey', false],
  ]);
  const path = `/api/passkeys/${body.id}`;
  expect((await board.ask('DELETE', path, access_token)).status).toBe(204);
  expect((await board.ask('DELETE', path, access_token)).status).toBe(404);
  expect(await board.signInByPasskey(board.open(), authenticator.authenticate)).toBeUndefined();
});

test('a passkey without a name gets the name of the device', async () => {
  const { access_token } = await signIn();
  await board.db
    .update(identity_sessions)
    .set({
      user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
    })
    .where(eq(identity_sessions.id, String(decodeJwt(access_token).sid)));
  expect((await add(access_token, '  ')).body.name).toBe('Safari on macOS');
});

test('the person gets a mail about a new passkey', async () => {
  const { access_token, email } = await signIn();
  await add(access_token, 'Phone');
  const sent = await board.db.select().from(mails).where(eq(mails.to_address, email));
  const notice = sent.find(({ subject }) => subject.startsWith('A passkey was added'));
  expect(JSON.stringify(notice?.content)).toContain('The passkey “Phone” now signs in');
});

test('a board that cannot send mails adds passkeys without a mail to the person', async () => {
  const { access_token } = await signIn();
  const app = await buildTestApp(board, { PUBLIC_URL, AUTH_EMBEDDED: 'true' });
  const withoutMail = provenBoard({ app, db: board.db });
  const { body } = await withoutMail.ask('POST', '/api/passkeys/options', access_token);
  const credential = createAuthenticator(PUBLIC_URL).register(body.options);
  const added = await withoutMail.ask('POST', '/api/passkeys', access_token, { credential });
  expect(added.status).toBe(201);
  await app.close();
});

test('the options exclude a device that already has a passkey of the person', async () => {
  const { access_token } = await signIn();
  const { authenticator } = await add(access_token);
  const { body } = await board.ask('POST', '/api/passkeys/options', access_token);
  expect(body.options.excludeCredentials).toEqual([
    { type: 'public-key', id: authenticator.id, transports: ['internal'] },
  ]);
});

test(`a person has at most ${MAX_PASSKEYS} passkeys`, async () => {
  const { access_token, id } = await signIn();
  await board.db.insert(identity_passkeys).values(
    Array.from({ length: MAX_PASSKEYS }, () => ({
      id: crypto.randomUUID(),
      credential_id: crypto.randomUUID(),
      user_id: id,
      public_key: '',
      counter: 0,
      transports: [],
      name: 'Phone',
    })),
  );
  const { status, body } = await board.ask('POST', '/api/passkeys/options', access_token);
  expect([status, body.detail]).toEqual([409, 'You have 20 passkeys. Remove one first.']);
});

describe('refusals:', () => {
  test('anonymous callers, and people who do not sign in at the embedded provider, are refused passkeys', async () => {
    expect((await board.ask('GET', '/api/passkeys', '')).status).toBe(401);
    expect((await board.ask('POST', '/api/passkeys/options', '')).status).toBe(401);
    const { access_token, id } = await signIn();
    await board.db.execute(`delete from identity_users where id = '${id}'`);
    expect((await board.ask('GET', '/api/passkeys', access_token)).body.available).toBe(false);
    expect((await board.ask('POST', '/api/passkeys/options', access_token)).status).toBe(409);
  });

  test('nobody can change another person’s passkey, not even a site admin', async () => {
    const [owner, stranger] = [await signIn(), await signIn()];
    const { body } = await add(owner.access_token);
    const path = `/api/passkeys/${body.id}`;
    expect((await board.ask('DELETE', path, stranger.access_token)).status).toBe(404);
    expect((await board.ask('DELETE', '/api/passkeys/x', owner.access_token)).status).toBe(404);
    expect((await board.ask('GET', '/api/passkeys', owner.access_token)).body.results).toHaveLength(
      1,
    );
  });

  test('invalid input to the endpoints of passkeys is refused', async () => {
    const { access_token } = await signIn();
    const { credential } = await add(access_token);
    for (const body of [
      {},
      { credential: {} },
      { credential: { ...credential, type: 'password' } },
      { credential: { ...credential, id: 'not base64!' } },
      { credential, name: 'x'.repeat(61) },
      { credential, name: 7 },
    ]) {
      expect((await board.ask('POST', '/api/passkeys', access_token, body)).status).toBe(400);
    }
    expect((await add(access_token, 'Phone\nof Ada')).status).toBe(400);
    // The challenge was used.
    const { status, body } = await board.ask('POST', '/api/passkeys', access_token, { credential });
    expect([status, body.detail]).toEqual([400, 'This passkey could not be verified. Try again.']);
  });
});
