import { expect, test } from 'vitest';
import { startNetwork } from '#server/testing/network.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';
import { openDatabaseAt, openTestDatabase } from '#server/testing/test-database.ts';

const board = setUpTestBoard();

test('the process lives, and its database answers', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const reply = await board.app.inject({ url });
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 200, { status: 'ok' }]);
  }
});

test('a database that hangs is told of before those who ask lose patience', async () => {
  const { url, close } = await openTestDatabase();
  const network = await startNetwork(url);
  const database = await openDatabaseAt(network.url, 'server');
  const app = await buildTestApp(database);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  network.hang();
  const begun = performance.now();
  const asked = await Promise.all([app.inject({ url: '/readyz' }), app.inject({ url: '/readyz' })]);
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  expect(asked[0]?.headers['retry-after']).toBe('5');
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  network.cut();
  await expect.poll(async () => (await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await app.close();
  await database.close();
  await network.close();
  await close();
});
