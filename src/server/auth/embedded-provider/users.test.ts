import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { accounts } from '#server/db/schema.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpProvenBoard } from './testing/proven-board.ts';
import { findOrCreateUser, findUser } from './users.ts';

const board = setUpProvenBoard();
let people = 0;
const newAddress = () => `bo${people++}@example.org`;
const GOOGLE = 'https://accounts.google.com';

const ofGoogle = (subject: string, verifiedEmail: string | undefined) =>
  findOrCreateUser(board.db, { issuer: GOOGLE, subject, verifiedEmail, name: 'Bo' });

describe('on a board with accounts of an earlier identity provider', () => {
  test('a person gets the account whose address that provider has verified, with its role and company', async () => {
    const email = newAddress();
    const company = await createCompany(board.db);
    const before = await createAccount(board.db, {
      id: `auth0|${email}`,
      verified_email: email,
      role: 'companyadmin',
      company_id: company.id,
    });
    const { access_token, id_token } = await board.signIn(email);
    expect(decodeJwt(id_token).sub).toBe(before.id);
    const path = `/api/accounts/${encodeURIComponent(before.id)}`;
    expect(await board.ask('GET', path, access_token)).toMatchObject({
      status: 200,
      body: { role: 'companyadmin', company: company.id, name: before.name },
    });
    expect(await board.db.select().from(accounts)).toEqual([
      // The sign-in is recorded.
      { ...before, last_sign_in_at: expect.any(Date) },
    ]);
  });

  test('an address that a person only typed leads to no account', async () => {
    const email = newAddress();
    const admin = await createAccount(board.db, { email, role: 'siteadmin' });
    const { access_token, id_token } = await board.signIn(email);
    expect(decodeJwt(id_token).sub).not.toBe(admin.id);
    expect((await board.ask('GET', '/api/accounts', access_token)).status).toBe(403);
  });

  test('nobody gets an account of the demo sign-in, even if its address counted as verified', async () => {
    const email = newAddress();
    const demo = await createAccount(board.db, {
      id: `embedded|${email}`,
      verified_email: email,
      role: 'siteadmin',
    });
    expect(decodeJwt((await board.signIn(email)).id_token).sub).not.toBe(demo.id);
  });

  test('of several accounts with the address, a person gets the account with the most rights', async () => {
    const email = newAddress();
    await createAccount(board.db, { verified_email: email });
    const admin = await createAccount(board.db, { verified_email: email, role: 'siteadmin' });
    await createAccount(board.db, { verified_email: email });
    expect(decodeJwt((await board.signIn(email)).id_token).sub).toBe(admin.id);
  });

  test('an account that already has a user is not given to another person who now owns its old email address', async () => {
    const [old, current] = [newAddress(), newAddress()];
    const id = await ofGoogle('moved', old);
    await createAccount(board.db, { id, verified_email: old, role: 'siteadmin' });
    expect(await ofGoogle('moved', current)).toBe(id);
    expect(decodeJwt((await board.signIn(old)).id_token).sub).not.toBe(id);
  });
});

describe('an identity of another provider', () => {
  test('is recognized by issuer and subject, whatever its address is', async () => {
    const id = await ofGoogle('1', newAddress());
    expect(await ofGoogle('1', newAddress())).toBe(id);
    expect(await ofGoogle('1', undefined)).toBe(id);
    expect(await ofGoogle('2', undefined)).not.toBe(id);
    const other = {
      issuer: 'https://id.example',
      subject: '1',
      verifiedEmail: undefined,
      name: '',
    };
    expect(await findOrCreateUser(board.db, other)).not.toBe(id);
  });

  test('belongs to the user who has proven the same address with a code, whichever was proven first', async () => {
    const [one, two] = [newAddress(), newAddress()];
    const byCode = decodeJwt((await board.signIn(one)).id_token).sub;
    expect(await ofGoogle('3', one)).toBe(byCode);
    const byGoogle = await ofGoogle('4', two);
    expect(decodeJwt((await board.signIn(two)).id_token).sub).toBe(byGoogle);
    expect(await findUser(board.db, byGoogle)).toMatchObject({ id: byGoogle, email: two });
  });

  test('belongs to the user whom a code for the address signs in, even if a second user has the address, too', async () => {
    const email = newAddress();
    const other = await ofGoogle('10', newAddress());
    const byCode = decodeJwt((await board.signIn(email)).id_token).sub;
    expect(await ofGoogle('10', email)).toBe(other);
    expect(await ofGoogle('11', email)).toBe(byCode);
  });

  test('without a verified address belongs to a new user', async () => {
    const email = newAddress();
    await board.signIn(email);
    const id = await ofGoogle('5', undefined);
    expect(await findUser(board.db, id)).toEqual({ id, name: 'Bo', email: undefined });
  });
});

test('simultaneous first sign-ins with one address create one user', async () => {
  const email = newAddress();
  const identities = ['6', '7', '8', '9'].map((subject) => ofGoogle(subject, email));
  expect(new Set(await Promise.all(identities)).size).toBe(1);
});

test('an unknown id has no user', async () => {
  expect(await findUser(board.db, 'user|unknown')).toBeUndefined();
  expect(await findUser(board.db, '\0')).toBeUndefined();
});
