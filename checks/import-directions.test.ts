import { expect, test } from 'vitest';
import { type Import, importsOf, read, repositoryFiles } from './source-files.ts';

type Rule = {
  name: string;
  /** Whether the rule forbids this import. */
  forbids: (edge: Import) => boolean;
  /** An import that the rule must catch. */
  example: Import;
};

const inRoom = (path: string, room: string) => path.startsWith(`src/${room}/`);
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const feature = (path: string) => /^src\/web\/features\/([^/]+)\//.exec(path)?.[1];
const serverModule = (path: string) => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1];

/**
 * The layers of `src/server` and of `src/web`, from top to bottom. A file imports from its own layer or from one below.
 * docs/architecture.md draws those of the server.
 */
const SERVER_LAYERS = [
  'main.ts',
  'board.ts',
  'workers.ts',
  'app.ts',
  'cli',
  'publishing',
  'operations',
  'modules',
  'demo-data',
  'auth',
  'content',
  'http',
  'db',
  'platform',
];

const WEB_LAYERS = [
  'entry-client.tsx',
  'entry-server.tsx',
  'router.tsx',
  'route-tree.gen.ts',
  'routes',
  'router-context.ts',
  'layout',
  'features',
  'actions',
  'forms',
  'data',
  'auth',
  'api',
  'head',
  'styles',
  'messages.ts',
  'ui',
];

const layer = (path: string) => /^src\/(?:server|web)\/([^/]+)/.exec(path)?.[1] ?? '';

/** Whether an import points up in these layers of a room. */
function pointsUp({ from, to }: Import, room: string, layers: string[]): boolean {
  if (!inRoom(from, room) || !inRoom(to, room) || isTest(from)) return false;
  return layers.indexOf(layer(to)) < layers.indexOf(layer(from));
}

/** What of `src/shared` knows nothing of jobs and companies. */
const FOR_ANY_SITE = /^src\/shared\/(brand|format|urls)\//;

/** The other modules are engines, such as the search. */
const withEndpoints = new Set(repositoryFiles('src/server/modules/*/routes.ts').map(serverModule));

const RULES: Rule[] = [
  {
    name: 'layers of the server import only from layers below them',
    forbids: (edge) => pointsUp(edge, 'server', SERVER_LAYERS),
    example: { from: 'src/server/db/client.ts', to: 'src/server/http/api/cursor.ts' },
  },
  {
    name: 'layers of the web import only from layers below them',
    forbids: (edge) => pointsUp(edge, 'web', WEB_LAYERS),
    example: { from: 'src/web/data/use-async.ts', to: 'src/web/forms/use-form.ts' },
  },
  {
    name: 'shared is pure: of packages it knows Zod alone',
    forbids: ({ from, to }) =>
      inRoom(from, 'shared') && !isTest(from) && !inRoom(to, 'shared') && to !== 'zod',
    example: { from: 'src/shared/urls/paths.ts', to: 'node:path' },
  },
  {
    name: 'the web room imports nothing of the server',
    forbids: ({ from, to }) =>
      inRoom(from, 'web') && (inRoom(to, 'server') || to.startsWith('node:')),
    example: { from: 'src/web/router.tsx', to: 'src/server/platform/config/config.ts' },
  },
  {
    name: 'the server imports nothing of the web room',
    forbids: ({ from, to }) => inRoom(from, 'server') && inRoom(to, 'web'),
    example: { from: 'src/server/app.ts', to: 'src/web/entry-server.tsx' },
  },
  {
    name: 'ui knows nothing of jobs, the contract and the limits of the product',
    forbids: ({ from, to }) =>
      from.startsWith('src/web/ui/') &&
      !isTest(from) &&
      inRoom(to, 'shared') &&
      !FOR_ANY_SITE.test(to),
    example: { from: 'src/web/ui/block.tsx', to: 'src/shared/contract/job-responses.ts' },
  },
  {
    name: 'features do not import each other',
    forbids: ({ from, to }) => {
      const [one, other] = [feature(from), feature(to)];
      return one !== undefined && other !== undefined && one !== other;
    },
    example: {
      from: 'src/web/features/jobs/list/job-grid.tsx',
      to: 'src/web/features/companies/company-card.tsx',
    },
  },
  {
    name: 'nothing but the router reaches into the routes',
    forbids: ({ from, to }) =>
      to.startsWith('src/web/routes/') && from !== 'src/web/route-tree.gen.ts',
    example: { from: 'src/web/router.tsx', to: 'src/web/routes/index.tsx' },
  },
  {
    name: 'modules with endpoints are used through their queries, commands and presenters',
    forbids: ({ from, to }) => {
      const [one, other] = [serverModule(from), serverModule(to)];
      if (one === undefined || other === undefined || one === other || isTest(from)) return false;
      if (!withEndpoints.has(other)) return false;
      return !/\/(queries|commands|presenter)\.ts$/.test(to);
    },
    example: {
      from: 'src/server/modules/jobs/routes.ts',
      to: 'src/server/modules/companies/routes.ts',
    },
  },
  {
    name: 'what runs in production knows nothing of the tests',
    forbids: ({ from, to }) => !isTest(from) && (isTest(to) || to.startsWith('vitest')),
    example: { from: 'src/server/app.ts', to: 'src/server/testing/factories.ts' },
  },
];

const edges = repositoryFiles('src/**/*.ts', 'src/**/*.tsx').flatMap((file) =>
  importsOf(file, read(file)),
);

test('the whole of the sources is looked at', () => {
  expect(edges.length).toBeGreaterThan(300);
  expect(edges).toContainEqual({
    from: 'src/server/app.ts',
    to: 'src/server/http/api/error-handler.ts',
  });
});

test.each(RULES)('$name', ({ forbids, example }) => {
  expect(forbids(example)).toBe(true);
  expect(edges.filter(forbids)).toEqual([]);
});

test.each([
  ['server', SERVER_LAYERS, 200],
  ['web', WEB_LAYERS, 80],
])('every file of the %s is in a layer', (room, layers, count) => {
  const files = repositoryFiles(
    `src/${room}/*.ts*`,
    `src/${room}/**/*.ts*`,
    `src/${room}/**/*.mjs`,
  );
  const sources = files.filter((file) => !isTest(file) && !/tsconfig\.json$/.test(file));
  expect(sources.length).toBeGreaterThan(count);
  expect(sources.filter((file) => !layers.includes(layer(file)))).toEqual([]);
});

test('every form of import is seen', () => {
  const source = `
    import type { A } from '#server/a.ts';
    export * from './b.ts';
    export { c } from '../c.ts';
    const d = await import('d');
    import 'node:fs';
  `;
  expect(
    importsOf('src/web/x/file.ts', source)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['d', 'node:fs', 'src/server/a.ts', 'src/web/c.ts', 'src/web/x/b.ts']);
});
