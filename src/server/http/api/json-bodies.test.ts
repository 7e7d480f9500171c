import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
let token: string;
beforeEach(async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});

const send = (body: string, type = 'application/json') =>
  board.ask('POST', '/api/descriptions/preview', {
    token,
    body,
    headers: { 'content-type': type },
  });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body', () => {
  test('a JSON body is accepted', async () => {
    expect((await send('{"description":"words"}')).status).toBe(200);
    expect((await send('{"description":"words"}', 'application/json; charset=utf-8')).status).toBe(
      200,
    );
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
  ])('a body of type %s, which a form on another site could send, is refused', async (type) => {
    expect((await send('{"description":"words"}', type)).status).toBe(415);
  });

  test.each(['', '{', '{"description":"words"', 'undefined', "{'description':'words'}", '\0'])(
    'the invalid body %j is refused',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );

  test('with too many levels of nesting is refused', async () => {
    expect((await send(`{"description":"words","more":${nested(19)}}`)).status).toBe(200);
    const refused = await send(`{"description":"words","more":${nested(20)}}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].message).toBe('must have at most 20 levels of nesting');
    expect((await send(nested(120_000))).status).toBe(400);
  });

  test('may have any number of brackets in its strings', async () => {
    const description = `${'[{'.repeat(50)} "quoted" \\ ${'\\"['.repeat(50)}`;
    const { status, body } = await send(JSON.stringify({ description }));
    expect(status).toBe(200);
    expect(body.html).toContain('[{[{');
  });

  test('with an unclosed string is refused quickly', async () => {
    const cost = await cpuTimeOf(async () => {
      expect((await send(`"${'\\"'.repeat(120_000)}`)).status).toBe(400);
    });
    expect(cost).toBeLessThan(2_000);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, br', 'words'])(
    'a body with the encoding %s is refused without decompressing it',
    async (encoding) => {
      const bomb = brotliCompressSync(Buffer.alloc(10_000_000, ' '));
      const { statusCode, headers } = await board.app.inject({
        method: 'POST',
        url: '/api/descriptions/preview',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        payload: bomb,
      });
      expect(statusCode).toBe(415);
      expect(headers['accept-encoding']).toBe('identity');
    },
  );

  test.each([
    '{"description":"words","__proto__":{"role":"siteadmin"}}',
    '{"description":"words","\\u005f_proto__":{}}',
    '{"description":"words","a":{"__proto__":1}}',
    '{"description":"words","constructor":{"prototype":{"role":"siteadmin"}}}',
  ])('the body %s, which could pollute a prototype, is refused', async (body) => {
    expect((await send(body)).status).toBe(400);
  });
});
