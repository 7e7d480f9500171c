import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import stories from '../playwright.config.ts';
import screens from '../playwright.screens.config.ts';
import { DEEP_PARTS } from '../scripts/deep-parts.mjs';
import { ROOT, read, repositoryFiles } from './source-files.ts';

/** The test files that `npm run unit` runs. */
function unitTests(): string[] {
  const parameters = ['vitest', 'list', '--filesOnly', '--json'];
  const list: unknown = JSON.parse(
    execFileSync('npx', parameters, { cwd: ROOT, encoding: 'utf8' }),
  );
  return z
    .array(z.object({ file: z.string() }))
    .parse(list)
    .map(({ file }) => relative(ROOT, file));
}

test('every file of tests belongs to a run', () => {
  const patterns = [
    ...(stories.projects ?? []).flatMap(({ testMatch }) => testMatch ?? []),
    screens.testMatch ?? [],
  ].flat();
  const ends = patterns.map((pattern) => String(pattern).replace(/^\*\*\/\*?/, ''));
  const inUnit = new Set(unitTests());
  const files = repositoryFiles().filter((file) => /\.(test|spec|e2e|screens)\.\w+$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const inNone = files.filter(
    (file) =>
      !inUnit.has(file) && !(file.startsWith('e2e/') && ends.some((end) => file.endsWith(end))),
  );
  expect(inNone).toEqual([]);
});

test('the parts of the deep run name files that exist', () => {
  const files = Object.values(DEEP_PARTS).flat();
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every part of the deep run is described, and runs at night unless it needs recorded feeds', () => {
  const nightly = /part: \[(.*)\]/.exec(read('.github/workflows/nightly.yml'))?.[1]?.split(', ');
  const parts = Object.keys(DEEP_PARTS);
  expect(nightly).toEqual(parts.filter((part) => part !== 'feeds'));
  const contributing = read('CONTRIBUTING.md');
  expect(parts.filter((part) => !contributing.includes(`\`${part}\``))).toEqual([]);
});
