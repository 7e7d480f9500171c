import { expect, test } from 'vitest';
import { startNetwork } from '#tests/support/network.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { openDatabaseAt, openTestDatabase } from '#tests/support/test-database.ts';

const board = setUpTestBoard();

test('the probes report that the process is alive and its database responds', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const reply = await board.app.inject({ url });
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 200, { status: 'ok' }]);
  }
});

test('the readiness probe reports an unresponsive database before the prober times out', async () => {
  const { url, close } = await openTestDatabase();
  const network = await startNetwork(url);
  const database = await openDatabaseAt(network.url, 'server');
  const app = await buildTestApp(database);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  network.hang();
  const start = performance.now();
  const probes = await Promise.all([
    app.inject({ url: '/readyz' }),
    app.inject({ url: '/readyz' }),
  ]);
  expect(probes.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  expect(probes[0]?.headers['retry-after']).toBe('5');
  expect(performance.now() - start).toBeLessThan(6_000);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  network.cut();
  await expect.poll(async () => (await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await app.close();
  await database.close();
  await network.close();
  await close();
});
