import { expect, test } from 'vitest';
import { type Import, importsOf, read, repositoryFiles } from './source-files.ts';

type Rule = {
  name: string;
  /** Whether the rule forbids this import. */
  forbids: (edge: Import) => boolean;
  /** An example of an import that the rule must catch. */
  example: Import;
};

const inPart = (path: string, part: string) => path.startsWith(`src/${part}/`);
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|^tests\//.test(path);
const feature = (path: string) => /^src\/web\/features\/([^/]+)\//.exec(path)?.[1];
const serverModule = (path: string) => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1];

/**
 * The layers of `src/server` and of `src/web`, from top to bottom. A file may import from its own layer and from lower
 * ones. docs/architecture.md shows the layers of the server.
 */
const SERVER_LAYERS = [
  'main.ts',
  'board.ts',
  'workers.ts',
  'importer-process.ts',
  'app.ts',
  'cli',
  'publishing',
  'operations',
  'modules',
  'demo-data',
  'job-feeds',
  'auth',
  'content',
  'mail',
  'http',
  'queue',
  'db',
  'platform',
];

const WEB_LAYERS = [
  'entry-client.tsx',
  'entry-sign-in.ts',
  'entry-server.tsx',
  'router.tsx',
  'route-tree.gen.ts',
  'routes',
  'admin',
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

/** Whether an import points to a higher layer. */
function pointsUp({ from, to }: Import, part: string, layers: string[]): boolean {
  if (!inPart(from, part) || !inPart(to, part) || isTest(from)) return false;
  return layers.indexOf(layer(to)) < layers.indexOf(layer(from));
}

/** Matches the parts of `src/shared` that `ui` may use: drawings, formats and URLs. */
const FOR_UI = /^src\/shared\/(brand|format|urls)\//;

/** Matches the parts of the server that `job-feeds` may use: the reading of texts, and what knows nothing of jobs. */
const FOR_JOB_FEEDS = /^src\/server\/(job-feeds|content|platform)\//;

/** The modules with endpoints. Other modules, such as the search, only support them. */
const withEndpoints = new Set(repositoryFiles('src/server/modules/*/routes.ts').map(serverModule));

const RULES: Rule[] = [
  {
    name: 'server layers import only from their own or lower layers',
    forbids: (edge) => pointsUp(edge, 'server', SERVER_LAYERS),
    example: { from: 'src/server/db/client.ts', to: 'src/server/http/api/cursor.ts' },
  },
  {
    name: 'web layers import only from their own or lower layers',
    forbids: (edge) => pointsUp(edge, 'web', WEB_LAYERS),
    example: { from: 'src/web/data/use-async.ts', to: 'src/web/forms/use-form.ts' },
  },
  {
    name: 'shared code imports no package except Zod',
    forbids: ({ from, to }) =>
      inPart(from, 'shared') && !isTest(from) && !inPart(to, 'shared') && to !== 'zod',
    example: { from: 'src/shared/urls/paths.ts', to: 'node:path' },
  },
  {
    name: 'web code imports nothing from the server',
    forbids: ({ from, to }) =>
      inPart(from, 'web') && (inPart(to, 'server') || to.startsWith('node:')),
    example: { from: 'src/web/router.tsx', to: 'src/server/platform/config/config.ts' },
  },
  {
    name: 'the server imports nothing from web code',
    forbids: ({ from, to }) => inPart(from, 'server') && inPart(to, 'web'),
    example: { from: 'src/server/app.ts', to: 'src/web/entry-server.tsx' },
  },
  {
    name: 'ui imports nothing about jobs, the contract or the limits of the product',
    forbids: ({ from, to }) =>
      from.startsWith('src/web/ui/') && !isTest(from) && inPart(to, 'shared') && !FOR_UI.test(to),
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
    name: 'only the router imports routes',
    forbids: ({ from, to }) =>
      to.startsWith('src/web/routes/') && from !== 'src/web/route-tree.gen.ts',
    example: { from: 'src/web/router.tsx', to: 'src/web/routes/index.tsx' },
  },
  {
    name: 'job feeds know neither the database nor requests to this board',
    forbids: ({ from, to }) =>
      inPart(from, 'server/job-feeds') &&
      !isTest(from) &&
      inPart(to, 'server') &&
      !FOR_JOB_FEEDS.test(to),
    example: { from: 'src/server/job-feeds/systems/lever.ts', to: 'src/server/db/schema.ts' },
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
    name: 'production code imports no tests',
    forbids: ({ from, to }) => !isTest(from) && (isTest(to) || to.startsWith('vitest')),
    example: { from: 'src/server/app.ts', to: 'tests/support/factories.ts' },
  },
];

const edges = repositoryFiles('src/**/*.ts', 'src/**/*.tsx').flatMap((file) =>
  importsOf(file, read(file)),
);

const inFolder = (path: string, ...folders: string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const BESIDE_SRC = ['tests', 'e2e', 'bench', 'checks', 'scripts'];

/**
 * The imports that a folder may have from other folders. Its own files and packages are always allowed. The checks may
 * import everything. Biome's `noImportCycles` finds cycles in all folders.
 */
const ALLOWED: {
  folder: string;
  isMember: (path: string) => boolean;
  imports: string[];
  /** An example of an import that the rule must catch. */
  example: Import;
}[] = [
  {
    folder: 'production code',
    isMember: (path) => inFolder(path, 'src') && !isTest(path),
    imports: ['src'],
    example: { from: 'src/server/app.ts', to: 'scripts/build-if-stale.mjs' },
  },
  {
    folder: 'a test in src',
    isMember: (path) => inFolder(path, 'src') && isTest(path),
    imports: ['src', 'tests/support'],
    example: { from: 'src/server/app.test.ts', to: 'tests/security/statements.ts' },
  },
  {
    folder: 'tests/support',
    isMember: (path) => inFolder(path, 'tests/support'),
    imports: ['src', 'tests/support', 'scripts'],
    example: { from: 'tests/support/test-app.ts', to: 'tests/crash/call.ts' },
  },
  ...['security', 'api-fuzz', 'cases', 'crash', 'quality', 'readers', 'relevance', 'upgrade'].map(
    (name) => ({
      folder: `tests/${name}`,
      isMember: (path: string) => inFolder(path, `tests/${name}`),
      imports: ['src', 'tests/support', `tests/${name}`],
      example: { from: `tests/${name}/example.test.ts`, to: 'e2e/support/sign-in.ts' },
    }),
  ),
  {
    folder: 'a story',
    isMember: (path) =>
      inFolder(path, 'e2e') && !inFolder(path, 'e2e/support') && !inFolder(path, 'e2e/walk'),
    imports: ['src/shared', 'e2e/support', 'tests/support', 'tests/security/statements.ts'],
    example: { from: 'e2e/visitor/log-in.e2e.ts', to: 'src/server/app.ts' },
  },
  {
    folder: 'e2e/walk',
    isMember: (path) => inFolder(path, 'e2e/walk'),
    imports: ['src/shared', 'e2e/support', 'e2e/walk', 'tests/support'],
    example: { from: 'e2e/walk/walk.ts', to: 'src/server/app.ts' },
  },
  {
    folder: 'e2e/support',
    isMember: (path) => inFolder(path, 'e2e/support'),
    imports: ['src', 'e2e/support', 'tests/support', 'bench/synthetic', 'scripts'],
    example: { from: 'e2e/support/sign-in.ts', to: 'e2e/visitor/log-in.e2e.ts' },
  },
  {
    folder: 'bench',
    isMember: (path) => inFolder(path, 'bench'),
    imports: ['src', 'bench', 'tests/support', 'scripts'],
    example: { from: 'bench/run.mjs', to: 'tests/crash/call.ts' },
  },
  {
    folder: 'scripts',
    isMember: (path) => inFolder(path, 'scripts'),
    imports: ['src', 'scripts'],
    example: { from: 'scripts/dev.mjs', to: 'tests/support/process.ts' },
  },
];

const isForbidden = ({ isMember, imports }: (typeof ALLOWED)[number], { from, to }: Import) =>
  isMember(from) &&
  inFolder(to, 'src', ...BESIDE_SRC) &&
  !imports.some((allowed) => to === allowed || inFolder(to, allowed));

const allEdges = [
  ...edges,
  ...repositoryFiles(
    ...BESIDE_SRC.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.mjs`]),
  ).flatMap((file) => importsOf(file, read(file))),
];

test.each(ALLOWED)('$folder imports only $imports', (rule) => {
  expect(allEdges.some(({ from }) => rule.isMember(from))).toBe(true);
  expect(isForbidden(rule, rule.example)).toBe(true);
  expect(allEdges.filter((edge) => isForbidden(rule, edge))).toEqual([]);
});

test('every file outside src has a rule for its imports', () => {
  const files = allEdges.map(({ from }) => from).filter((file) => inFolder(file, ...BESIDE_SRC));
  expect(new Set(files).size).toBeGreaterThan(150);
  const without = files.filter((file) => !ALLOWED.some(({ isMember }) => isMember(file)));
  expect(without.filter((file) => !inFolder(file, 'checks'))).toEqual([]);
});

test('the checks read all source files', () => {
  expect(edges.length).toBeGreaterThan(300);
  expect(edges).toContainEqual({
    from: 'src/server/app.ts',
    to: 'src/server/http/api/error-handler.ts',
  });
});

test.each(RULES)('the import rule “$name” is kept', ({ forbids, example }) => {
  expect(forbids(example)).toBe(true);
  expect(edges.filter(forbids)).toEqual([]);
});

test.each([
  ['server', SERVER_LAYERS, 200],
  ['web', WEB_LAYERS, 80],
])('every %s file belongs to a layer', (part, layers, count) => {
  const files = repositoryFiles(
    `src/${part}/*.ts*`,
    `src/${part}/**/*.ts*`,
    `src/${part}/**/*.mjs`,
  );
  const sources = files.filter((file) => !isTest(file) && !/tsconfig\.json$/.test(file));
  expect(sources.length).toBeGreaterThan(count);
  expect(sources.filter((file) => !layers.includes(layer(file)))).toEqual([]);
});

test('the checks find every form of import', () => {
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
