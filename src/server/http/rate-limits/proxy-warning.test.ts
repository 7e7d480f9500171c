import { expect, test } from 'vitest';
import { captureLog } from '#tests/support/log-lines.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

/** Returns the proxy warnings in the log after requests from these addresses. */
async function warnings(
  requests: { from: string; headers?: Record<string, string> }[],
  settings: Record<string, string> = {},
): Promise<unknown[]> {
  const log = captureLog();
  const app = await buildTestApp(board, settings, { logger: log.logger });
  for (const { from, headers = {} } of requests) {
    await app.inject({ url: '/healthz', remoteAddress: from, headers });
  }
  await app.close();
  return log.lines().filter(({ msg }) => /looks like a proxy/.test(String(msg)));
}

const proxy = { from: '10.0.0.5', headers: { 'x-forwarded-for': '192.0.2.7' } };
const many = Array.from({ length: 60 }, () => proxy);

test('the server warns once about an address that forwards all requests, and names the address', async () => {
  expect(await warnings(many)).toMatchObject([{ ip: '10.0.0.5' }]);
  expect(
    await warnings(many.map(({ from }) => ({ from, headers: { via: '1.1 x' } }))),
  ).toHaveLength(1);
});

test('the server does not warn about a trusted proxy, several proxies or direct requests', async () => {
  expect(await warnings(many, { TRUST_PROXY: '10.0.0.0/8' })).toEqual([]);
  expect(await warnings([{ from: '192.0.2.1' }, ...many])).toEqual([]);
  expect(await warnings([proxy, { ...proxy, from: '10.0.0.6' }, ...many])).toEqual([]);
  expect(await warnings(Array.from({ length: 60 }, () => ({ from: '192.0.2.1' })))).toEqual([]);
});
