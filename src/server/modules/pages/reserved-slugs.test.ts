import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { pageSlug } from '#shared/contract/pages.ts';
import { RESERVED_SLUGS } from '#shared/domain/reserved-slugs.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const ROUTE_TREE = join(import.meta.dirname, '../../../web/route-tree.gen.ts');

/** The sign-in with proof and the captured mails have routes of their own. */
const VARIANTS = [
  {},
  {
    PUBLIC_URL: 'https://jobs.example',
    AUTH_EMBEDDED: 'true',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'board@jobs.example',
  },
];

/** The URLs of all routes of the server. */
async function serverRoutes(): Promise<string[]> {
  const urls: string[] = [];
  const onApp = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ url }) => {
      urls.push(url);
    });
  };
  subscribe('fastify.initialization', onApp);
  for (const settings of VARIANTS) await (await buildTestApp(board, settings)).close();
  unsubscribe('fastify.initialization', onApp);
  return urls;
}

async function pageRoutes(): Promise<string[]> {
  const tree = await readFile(ROUTE_TREE, 'utf8');
  return [...tree.matchAll(/fullPath: '([^']*)'/g)].map(([, path = '']) => path);
}

test('no page of the operator can have an address that a route of the server or a page of the board uses', async () => {
  const paths = [...(await serverRoutes()), ...(await pageRoutes())];
  const names = paths.map((path) => path.split('/')[1] ?? '').filter((name) => /^[a-z]/.test(name));
  const used = [...new Set(names)].filter((name) => /^[a-z0-9-]+$/.test(name)).sort();
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !RESERVED_SLUGS.includes(name))).toEqual([]);
  expect(RESERVED_SLUGS.filter((name) => !used.includes(name))).toEqual(['account-deleted']);
});

test.each([
  ['jobs', 'must not be jobs, which is an address that the board uses itself; choose another'],
  ['Ethics', /must have only lower-case letters, digits and single hyphens/],
  ['our--ethics', /must have only lower-case letters/],
  ['robots.txt', /must have only lower-case letters/],
  ['', 'must not be empty'],
  ['x'.repeat(61), 'must be at most 60 characters'],
])('the address %j is refused', (slug, message) => {
  const [issue] = pageSlug.safeParse(slug).error?.issues ?? [];
  expect(issue?.message).toMatch(message);
});

test('an address of a page is accepted with spaces around it', () => {
  expect(pageSlug.parse(' code-of-ethics ')).toBe('code-of-ethics');
});
