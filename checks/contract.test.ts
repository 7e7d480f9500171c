import type { HTTPMethods } from 'fastify';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/contract/endpoints.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

test.each(Object.keys(endpoints))('%s is registered', (name) => {
  const [method, url = ''] = name.split(' ');
  expect(board.app.hasRoute({ method: method as HTTPMethods, url })).toBe(true);
});

test('the API has no endpoints except those in the contract and the two that serve the API description', () => {
  const endpoint = [
    ...Object.keys(endpoints).map((name) => name.split(' ')[1]),
    apiDescription.openApi(),
    apiDescription.docs(),
  ];
  const registered = routesOf(board.app.printRoutes({ commonPrefix: false }))
    .filter((path) => /^\/api\b/.test(path))
    .filter((path) => path !== '/api' && !path.endsWith('*'));
  expect(registered.length).toBeGreaterThan(0);
  expect(registered.filter((path) => !endpoint.includes(path))).toEqual([]);
});

/** Reads the paths in the output of Fastify's `printRoutes`, which is a tree with four columns per level. */
function routesOf(drawing: string): string[] {
  const above = [''];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part] = /^([^/*:]*)([/*:][^\s(]*)/.exec(line) ?? [];
    if (part === undefined) return [];
    const level = indent.length / 4;
    above[level] = `${above[level - 1]}${part}`;
    return line.includes('(') ? [above[level] ?? ''] : [];
  });
}
