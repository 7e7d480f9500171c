import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { slug } from 'github-slugger';
import { expect, test } from 'vitest';
import { environment } from '#server/platform/config/config.ts';
import { RATE_LIMITS } from '#shared/limits.ts';
import { STATEMENTS } from '#tests/security/statements.ts';
import { withSettingsTables } from '../scripts/settings-tables.ts';
import { packageJson, ROOT, read, repositoryFiles } from './source-files.ts';

/** The documents, without the invented job ads. */
const documents = repositoryFiles('*.md', ':!src/server/demo-data/companies/*/*.md');
const { scripts } = packageJson;

test.each(documents)('the document %s names only commands that exist', (document) => {
  const mentioned = [...read(document).matchAll(/`npm (?:run )?([a-z][\w:-]*)/g)].map(
    ([, name]) => name,
  );
  const allowed = [...Object.keys(scripts), 'ci', 'install'];
  expect(mentioned.filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
});

test.each(documents)('the document %s links only to files that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
    ([, path]) => path ?? '',
  );
  const missing = links.filter((path) => !existsSync(join(ROOT, dirname(document), path)));
  expect(missing).toEqual([]);
});

test.each(documents)('the document %s links only to headings that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
  const missing = links.filter(([, path = '', anchor = '']) => {
    const target = path ? join(dirname(document), path) : document;
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => slug(text));
    return !headings.includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test.each(documents)('the document %s names only files that exist', (document) => {
  const mentioned = [
    ...read(document).matchAll(/`((?:src|checks|e2e|tests|bench|scripts|ops|docs)\/[^`\s*…]+)`/g),
  ];
  const missing = mentioned
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test('a single document lists every setting with the description in config.ts', () => {
  const text = read('docs/operations/settings.md');
  expect(text, 'run npm run settings').toBe(withSettingsTables(text));
  for (const name of Object.keys(environment.in.shape)) expect(text).toContain(`| \`${name}\` |`);
  const withTables = documents.filter((document) => read(document).includes('<!-- settings:'));
  expect(withTables).toEqual(['docs/operations/settings.md']);
});

test('the settings document lists every rate limit', () => {
  const listed = [...read('docs/operations/settings.md').matchAll(/^\| [a-z].* \| (\d+) \|$/gm)];
  const allowed = Object.values(RATE_LIMITS);
  expect(listed.map(([, calls]) => Number(calls))).toEqual(allowed.toSorted((a, b) => b - a));
});

test('SECURITY.md lists exactly the security statements that have tests', () => {
  const listed = [...read('SECURITY.md').matchAll(/^(\d+)\. (.*)$/gm)];
  expect(Object.fromEntries(listed.map(([, number, text]) => [number, text]))).toEqual(STATEMENTS);
});
