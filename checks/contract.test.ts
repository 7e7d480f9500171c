import type { HTTPMethods } from 'fastify';
import { expect, test } from 'vitest';
import { setUpTestBoard } from '#server/testing/test-app.ts';
import { endpoints } from '#shared/contract/endpoints.ts';

const board = setUpTestBoard();

test.each(Object.keys(endpoints))('%s is registered', (name) => {
  const [method, url = ''] = name.split(' ');
  expect(board.app.hasRoute({ method: method as HTTPMethods, url })).toBe(true);
});

test('the API has no endpoint but those of the contract', () => {
  const known = Object.keys(endpoints).map((name) => name.split(' ')[1]);
  const registered = board.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .map((line) => /(\/api\/[^\s(]*)/.exec(line)?.[1])
    .filter((path) => path !== undefined && path !== '/api/*');
  expect(registered.length).toBeGreaterThan(0);
  expect(registered.filter((path) => !known.includes(path))).toEqual([]);
});
