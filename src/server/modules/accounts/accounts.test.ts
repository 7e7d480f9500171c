import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#server/db/schema.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

const path = (id: string) => `/api/accounts/${encodeURIComponent(id)}`;

/** Creates a person with an account and an access token. */
async function member(values: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(board.db, values);
  return { account, id: account.id, token: await tokenFor(board.db, account.id) };
}

const siteAdmin = () => member({ role: 'siteadmin', name: 'Root' });

const stored = async (id: string) =>
  (await board.db.select().from(accounts).where(eq(accounts.id, id)))[0];

const PROFILE = { name: 'Grace Hopper', email: 'grace@example.com', bio: 'Compiles.' };

describe('GET /api/accounts', () => {
  test('lists every account with role and company for a site admin', async () => {
    const { token, id } = await siteAdmin();
    const company = await createCompany(board.db, { name: 'Loom' });
    const other = await createAccount(board.db, { role: 'companyadmin', company_id: company.id });

    const { status, headers, body } = await ask('GET', '/api/accounts', { token });

    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toHaveProperty('next');
    expect(body.results.map((account: Account) => account.id).sort()).toEqual(
      [id, other.id].sort(),
    );
    expect(body.results).toContainEqual({
      id: other.id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      role: 'companyadmin',
      bio: 'I make things.',
      company: company.id,
      companyname: 'Loom',
    });
  });

  test.each(['user', 'companyadmin'] as const)(
    'refuses a caller with the role %s',
    async (role) => {
      const { token } = await member({ role });
      const reply = await ask('GET', '/api/accounts', { token });
      expect(reply.status).toBe(403);
      expect(reply.headers['content-type']).toContain('application/problem+json');
    },
  );

  test('refuses a caller without an account', async () => {
    const token = await tokenFor(board.db, 'auth0|nobody');
    expect((await ask('GET', '/api/accounts', { token })).status).toBe(403);
  });

  test('lists every account exactly once across the pages', async () => {
    const { token } = await siteAdmin();
    for (let n = 0; n < 6; n += 1) await createAccount(board.db, { id: `p|${n}/"é` });
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '3', ...(next && { cursor: next }) });
      const { status, body } = await ask('GET', `/api/accounts?${query}`, { token });
      expect(status).toBe(200);
      seen.push(...body.results.map(({ id }: Account) => id));
      next = body.next;
    } while (next);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test.each([
    ['cursor=nonsense', 'cursor'],
    ['cursor=a&cursor=b', 'cursor'],
    [`cursor=${Buffer.from('["","a\\u0000"]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('["Ada","auth0|1"]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('["",7]').toString('base64url')}`, 'cursor'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
  ])('%s is refused', async (query, name) => {
    const { token } = await siteAdmin();
    const { status, body } = await ask('GET', `/api/accounts?${query}`, { token });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: name, message: expect.any(String) }]);
  });
});

describe('GET /api/accounts/:id', () => {
  test('returns the caller’s own account', async () => {
    const { id, token } = await member();
    const { status, headers, body } = await ask('GET', path(id), { token });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      id,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      role: 'user',
      bio: 'I make things.',
      company: '',
      companyname: '',
    });
  });

  test.each([
    ['a slash', 'auth0|abc/1'],
    ['marks that mean something in an address', 'auth0|a?b#c&d+e'],
    ['a percent sign', 'auth0|100%'],
    ['what looks encoded', 'auth0|%2F'],
    ['any script', 'Zoë|日本'],
    ['as many characters as an id may have', 'x'.repeat(255)],
    ['as many characters of any script', '日'.repeat(255)],
  ])('finds an account by an id with special characters: %s', async (_, id) => {
    const { token } = await member({ id });
    const { status, body } = await ask('GET', path(id), { token });
    expect([status, body.id]).toEqual([200, id]);
    const changed = await ask('PUT', path(id), { token, body: PROFILE });
    expect(changed.body).toMatchObject({ id, ...PROFILE });
  });

  test('refuses to show another person’s account, whether or not it exists', async () => {
    const { token } = await member();
    const other = await createAccount(board.db);
    const [known, unknown] = await Promise.all(
      [other.id, 'auth0|nobody'].map((id) => ask('GET', path(id), { token })),
    );
    expect(known?.status).toBe(403);
    expect(unknown?.body).toEqual(known?.body);
  });

  test('tells a site admin that an account does not exist', async () => {
    const { token } = await siteAdmin();
    for (const id of ['auth0|nobody', '\0', 'a\0b', 'x'.repeat(5_000)]) {
      const { status, body } = await ask('GET', path(id), { token });
      expect(status).toBe(404);
      expect(body.detail).toMatch(/^There is no such /);
    }
  });

  test('returns 404 to a person without an account, who can then create it', async () => {
    const id = 'auth0|new';
    const token = await tokenFor(board.db, id);
    const reply = await ask('GET', path(id), { token });
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await ask('PUT', path(id), { token, body: PROFILE })).status).toBe(404);
    expect((await ask('POST', '/api/accounts', { token, body: { id } })).status).toBe(201);
  });

  test('refuses the next call after the caller’s role is revoked, even with the same token', async () => {
    const { id, token } = await siteAdmin();
    const other = await createAccount(board.db);
    expect((await ask('GET', path(other.id), { token })).status).toBe(200);
    await board.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, id));
    expect((await ask('GET', path(other.id), { token })).status).toBe(403);
    expect((await ask('GET', '/api/accounts', { token })).status).toBe(403);
  });
});

describe('POST /api/accounts', () => {
  test('creates the caller’s own account and returns its location', async () => {
    const id = 'auth0|abc/1';
    const token = await tokenFor(board.db, id);
    const reply = await ask('POST', '/api/accounts', { token, body: { id, ...PROFILE } });
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({
      location: '/api/accounts/auth0%7Cabc%2F1',
      'cache-control': 'no-store',
    });
    expect(reply.body).toEqual({ id, ...PROFILE, role: 'user', company: '', companyname: '' });
    expect((await ask('GET', String(reply.headers.location), { token })).body).toEqual(reply.body);
  });

  test('requires only the id in a new account, and trims the other texts', async () => {
    const token = await tokenFor(board.db, 'one');
    const bare = await ask('POST', '/api/accounts', { token, body: { id: 'one' } });
    expect(bare.body).toMatchObject({ id: 'one', name: '', email: '', bio: '' });
    const body = { id: 'two', name: ' Ada ', email: ' ada@example.com ' };
    const trimmed = await ask('POST', '/api/accounts', {
      token: await tokenFor(board.db, 'two'),
      body,
    });
    expect(trimmed.body).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
  });

  test('ignores a role and a company in the body of a new account', async () => {
    const company = (await createCompany(board.db)).id;
    for (const role of ['siteadmin', 'companyadmin', 'emperor', 7, null]) {
      const id = `auth0|${role}`;
      const reply = await ask('POST', '/api/accounts', {
        token: await tokenFor(board.db, id, { claims: { role: 'siteadmin' } }),
        body: { id, role, company },
      });
      expect(reply.status).toBe(201);
      expect(reply.body).toMatchObject({ role: 'user', company: '' });
    }
  });

  test('does not change an existing account', async () => {
    const { id, token, account } = await member();
    const reply = await ask('POST', '/api/accounts', { token, body: { id, ...PROFILE } });
    expect(reply.status).toBe(409);
    expect(reply.headers).not.toHaveProperty('location');
    expect(await stored(id)).toEqual(account);
  });

  test('lets only a site admin create another person’s account', async () => {
    const body = { id: 'auth0|other', ...PROFILE };
    const { token } = await member();
    expect((await ask('POST', '/api/accounts', { token, body })).status).toBe(403);
    const admin = await siteAdmin();
    const reply = await ask('POST', '/api/accounts', {
      token: admin.token,
      body: { ...body, role: 'siteadmin' },
    });
    expect([reply.status, reply.body.role]).toEqual([201, 'user']);
  });

  test('creates a single account if several requests create it concurrently', async () => {
    const id = 'auth0|twice';
    const token = await tokenFor(board.db, id);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', '/api/accounts', { token, body: { id } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('PUT /api/accounts/:id', () => {
  test('updates the profile and returns the whole account', async () => {
    const company = await createCompany(board.db, { name: 'Loom' });
    const { id, token } = await member({ role: 'companyadmin', company_id: company.id });
    const reply = await ask('PUT', path(id), { token, body: { id, ...PROFILE } });
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const account = { id, ...PROFILE, role: 'companyadmin', company: company.id };
    expect(reply.body).toEqual({ ...account, companyname: 'Loom' });
    expect(await stored(id)).toMatchObject(PROFILE);
  });

  test('accepts empty texts in a profile', async () => {
    const { id, token } = await member();
    const body = { name: '', email: '', bio: '' };
    expect((await ask('PUT', path(id), { token, body })).body).toMatchObject(body);
  });

  test.each(['user', 'siteadmin'] as const)(
    'does not change the role and company of a %s who updates their profile',
    async (role) => {
      const company = (await createCompany(board.db)).id;
      const { id, token } = await member({ role });
      for (const wanted of ['siteadmin', 'companyadmin', 'user', 'emperor', null, { a: 1 }]) {
        const body = {
          ...PROFILE,
          role: wanted,
          company,
          company_id: company,
          companyname: 'Loom',
        };
        const reply = await ask('PUT', path(id), { token, body });
        expect(reply.status).toBe(200);
        expect(reply.body).toMatchObject({ role, company: '', companyname: '' });
      }
      expect(await stored(id)).toMatchObject({ role, company_id: null });
    },
  );

  test('lets a site admin update another person’s account, but not its role', async () => {
    const { token } = await siteAdmin();
    const other = await createAccount(board.db);
    const body = { ...PROFILE, role: 'siteadmin' };
    const reply = await ask('PUT', path(other.id), { token, body });
    expect(reply.body).toMatchObject({ ...PROFILE, role: 'user' });
    expect((await ask('PUT', path('auth0|nobody'), { token, body })).status).toBe(404);
    expect((await ask('PUT', path('\0'), { token, body })).status).toBe(404);
  });

  test('refuses to update another person’s account, whether or not it exists', async () => {
    const { token } = await member();
    const other = await createAccount(board.db);
    for (const id of [other.id, 'auth0|nobody']) {
      expect((await ask('PUT', path(id), { token, body: PROFILE })).status).toBe(403);
    }
    expect(await stored(other.id)).toEqual(other);
  });

  test('rejects a body whose id differs from the id in the URL', async () => {
    const { id, token } = await member();
    const reply = await ask('PUT', path(id), { token, body: { ...PROFILE, id: 'auth0|other' } });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([{ path: 'id', message: expect.any(String) }]);
  });
});
