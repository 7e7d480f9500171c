import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { environment } from '#server/config.ts';
import { ROOT, read, repositoryFiles } from './source-files.ts';

const documents = repositoryFiles('*.md', 'docs/*.md', 'docs/**/*.md', 'bench/*.md');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test.each(documents)('%s names only commands that exist', (document) => {
  const named = [...read(document).matchAll(/`npm (?:run )?([a-z][\w:-]*)/g)].map(
    ([, name]) => name,
  );
  const known = [...Object.keys(scripts), 'ci', 'install'];
  expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

test.each(documents)('%s points only at files that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
    ([, path]) => path ?? '',
  );
  const missing = links.filter((path) => !existsSync(join(ROOT, dirname(document), path)));
  expect(missing).toEqual([]);
});

test('the README lists every setting, and no other', () => {
  const settings = Object.keys(environment.in.shape).sort();
  const listed = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(settings);
});

test('the README lists every command that a person gives', () => {
  const listed = [...read('README.md').matchAll(/^\| `npm (?:run )?([a-z\d:-]+)/gm)].map(
    ([, name]) => name,
  );
  expect(Object.keys(scripts).filter((name) => !listed.includes(name))).toEqual([]);
});
