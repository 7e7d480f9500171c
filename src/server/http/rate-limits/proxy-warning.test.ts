import { expect, test } from 'vitest';
import { keepLog } from '#server/testing/log-lines.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';

const board = setUpTestBoard();

/** How often a board warns of a proxy that is asked by these addresses, with or without a header of proxies. */
async function warnings(
  requests: { from: string; headers?: Record<string, string> }[],
  settings: Record<string, string> = {},
): Promise<unknown[]> {
  const log = keepLog();
  const app = await buildTestApp(board, settings, { logger: log.logger });
  for (const { from, headers = {} } of requests) {
    await app.inject({ url: '/healthz', remoteAddress: from, headers });
  }
  await app.close();
  return log.lines().filter(({ msg }) => /looks like a proxy/.test(String(msg)));
}

const proxy = { from: '10.0.0.5', headers: { 'x-forwarded-for': '192.0.2.7' } };
const many = Array.from({ length: 60 }, () => proxy);

test('warns once of an address that passes all requests on, and names it', async () => {
  expect(await warnings(many)).toMatchObject([{ ip: '10.0.0.5' }]);
  expect(
    await warnings(many.map(({ from }) => ({ from, headers: { via: '1.1 x' } }))),
  ).toHaveLength(1);
});

test('says nothing of a trusted proxy, of other clients and of a header that anyone may send', async () => {
  expect(await warnings(many, { TRUST_PROXY: '10.0.0.0/8' })).toEqual([]);
  expect(await warnings([{ from: '192.0.2.1' }, ...many])).toEqual([]);
  expect(await warnings([proxy, { ...proxy, from: '10.0.0.6' }, ...many])).toEqual([]);
  expect(await warnings(Array.from({ length: 60 }, () => ({ from: '192.0.2.1' })))).toEqual([]);
});
