import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { cpuTimeOf } from '#server/testing/cpu-time.ts';
import { createAccount } from '#server/testing/factories.ts';
import { setUpTestBoard } from '#server/testing/test-app.ts';

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
  test('is JSON', async () => {
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
  ])('is not %s, which another site’s form could send', async (type) => {
    expect((await send('{"description":"words"}', type)).status).toBe(415);
  });

  test.each(['', '{', '{"description":"words"', 'undefined', "{'description':'words'}", '\0'])(
    '%j is refused',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );

  test('is nested no deeper than any has to be', async () => {
    expect((await send(`{"description":"words","more":${nested(19)}}`)).status).toBe(200);
    const refused = await send(`{"description":"words","more":${nested(20)}}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].message).toBe('must be nested at most 20 deep');
    expect((await send(nested(120_000))).status).toBe(400);
  });

  test('may hold brackets in its texts', async () => {
    const description = `${'[{'.repeat(50)} "quoted" \\ ${'\\"['.repeat(50)}`;
    const { status, body } = await send(JSON.stringify({ description }));
    expect(status).toBe(200);
    expect(body.html).toContain('[{[{');
  });

  test('that never closes its quotes is refused as fast', async () => {
    const cost = await cpuTimeOf(async () => {
      expect((await send(`"${'\\"'.repeat(120_000)}`)).status).toBe(400);
    });
    expect(cost).toBeLessThan(2_000);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, br', 'words'])(
    'that comes compressed by %s is not unpacked, however large it would be',
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
  ])('%s reaches into no prototype', async (body) => {
    expect((await send(body)).status).toBe(400);
  });
});
