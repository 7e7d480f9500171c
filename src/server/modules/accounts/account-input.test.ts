import { describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const PROFILE = { name: 'Grace Hopper', email: 'grace@example.com', bio: 'Compiles.' };

const text = expect.any(String);
const words = 'must be text';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const noNull = 'must not contain a null character';

/**
 * The two endpoints that write an account, and the id of the account in their requests. Both validate the body in the
 * same way.
 */
const writers = [
  ['POST', '/api/accounts', 'auth0|new'],
  ['PUT', '/api/accounts/auth0%7Cnew', 'auth0|new'],
] as const;

describe.each(writers)('%s %s', (method, url, id) => {
  /** Calls the endpoint as a person who may call it, so that only an invalid body can make the request fail. */
  async function send(body: string | object | undefined, headers: Record<string, string> = {}) {
    if (method === 'PUT') await createAccount(board.db, { id });
    const token = await tokenFor(board.db, id);
    return board.ask(method, url, { token, body, headers });
  }

  test.each([
    ['name', 'a'.repeat(201), 'must be at most 200 characters'],
    ['name', 7, words],
    ['name', null, words],
    ['name', ['Ada'], words],
    ['name', 'A\u0000', noNull],
    ['email', `${'a'.repeat(243)}@example.com`, 'must be at most 254 characters'],
    ['email', 'ada', 'must be an email address, such as name@example.com'],
    ['email', 'a b@example.com', text],
    ['email', { address: 'ada@example.com' }, words],
    ['bio', 'a'.repeat(2_001), 'must be at most 2000 characters'],
    ['bio', true, words],
    ['bio', '\u0000', noNull],
    ['id', 7, text],
  ])('%s cannot be %j', async (field, value, message) => {
    const { status, headers, body } = await send({ id, ...PROFILE, [field]: value });
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({ title: 'Bad Request', errors: [{ path: field, message }] });
  });

  test('the response names every invalid field at once', async () => {
    const { body } = await send({ id, name: 1, email: 'ada', bio: 'b'.repeat(2_001) });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['name', 'email', 'bio']);
  });

  test('texts of the maximum length are accepted in any writing system', async () => {
    const profile = {
      name: '名'.repeat(200),
      email: `${'é'.repeat(242)}@example.com`,
      bio: 'a\n\u0001\ud800'.padEnd(2_000, '🙂'),
    };
    expect((await send({ id, ...profile })).body).toMatchObject({
      ...profile,
      // PostgreSQL cannot store a lone surrogate, so U+FFFD replaces it.
      bio: profile.bio.replace('\ud800', '\ufffd'),
    });
  });

  test.each([
    ['a body that is no JSON', '{"name":', {}, 400],
    ['an empty body', '', {}, 400],
    ['a list', '[]', {}, 400],
    ['null', 'null', {}, 400],
    ['a text', '"Ada"', {}, 400],
    ['a body that names a prototype', '{"__proto__":{"role":"siteadmin"}}', {}, 400],
    ['text that says it is a form', 'name=Ada', FORM, 415],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['an invalid content type', '{}', { 'content-type': 'nonsense' }, 415],
    ['a body that is too large', `{"bio":"${'a'.repeat(256 * 1024)}"}`, {}, 413],
  ])('%s is refused', async (_, payload, headers, expected) => {
    const { status, headers: replied, body } = await send(payload, headers);
    expect(status).toBe(expected);
    expect(replied['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({ type: 'about:blank', status: expected, detail: text });
  });

  test('a missing body is reported', async () => {
    const { status, body } = await send(undefined);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'body', message: 'must be a JSON object' }]);
  });

  test('a caller without permission gets no errors about an invalid body', async () => {
    expect((await board.ask(method, url, { body: { name: 7 } })).status).toBe(401);
    const large = `"${'a'.repeat(300_000)}"`;
    expect((await board.ask(method, url, { body: large })).status).toBe(401);
  });
});

test('an account without an id or with an invalid id is refused', async () => {
  const token = await tokenFor(board.db, 'auth0|new');
  for (const id of [undefined, '', 'x'.repeat(256), 'a\0']) {
    const { status, body } = await board.ask('POST', '/api/accounts', { token, body: { id } });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'id', message: text }]);
  }
});

test('an update requires every field', async () => {
  const { id } = await createAccount(board.db, { id: 'auth0|new' });
  const token = await tokenFor(board.db, id);
  const { status, body } = await board.ask('PUT', '/api/accounts/auth0%7Cnew', { token, body: {} });
  expect(status).toBe(400);
  expect(body.errors).toEqual(['name', 'email', 'bio'].map((path) => ({ path, message: words })));
});
