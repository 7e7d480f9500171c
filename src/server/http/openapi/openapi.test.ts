import { expect, test } from 'vitest';
import { endpoints } from '#shared/contract/endpoints.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { describeApi } from './describe-api.ts';

const board = setUpTestBoard();

test('the server serves the document with the site’s name and origin', async () => {
  const { status, headers, body } = await board.ask('GET', apiDescription.openApi());
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).toEqual(
    JSON.parse(
      JSON.stringify(describeApi({ siteName: 'Test Board', publicUrl: 'http://localhost:3000' })),
    ),
  );
  // Check that the response has the header of cached responses.
  expect(headers['cache-control']).toContain('s-maxage=1');
  const { etag } = headers;
  const again = await board.app.inject({
    url: apiDescription.openApi(),
    headers: { 'if-none-match': etag },
  });
  expect(again.statusCode).toBe(304);
});

test('the documentation page describes every operation and schema without scripts', async () => {
  const { statusCode, headers, body } = await board.app.inject({ url: apiDescription.docs() });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'self';script-src 'self';");
  expect(headers['content-security-policy']).not.toContain('style-src');
  expect(body).not.toMatch(/<(script|style|iframe)|\sstyle=|\son\w+=/i);
  const { components } = describeApi({ siteName: '', publicUrl: '' });
  const anchors = [
    ...Object.values(endpoints).map(({ operationId }) => operationId),
    ...Object.keys(components.schemas).map((name) => `schema-${name}`),
  ];
  for (const anchor of anchors) expect(body).toContain(` id="${anchor}"`);
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('the documentation page preloads the same font as other pages', async () => {
  const fontOf = async (url: string) =>
    /<link rel="preload" as="font"[^>]* href="([^"]+)"/.exec(
      (await board.app.inject({ url })).body,
    )?.[1];
  const font = await fontOf(apiDescription.docs());
  expect(font).toBe(await fontOf('/'));
  expect((await board.app.inject({ url: String(font) })).statusCode).toBe(200);
});

test.each([apiDescription.openApi(), apiDescription.docs()])('%s accepts no POST', async (path) => {
  expect((await board.ask('POST', path)).status).toBe(404);
});
