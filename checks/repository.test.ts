import { execFileSync } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import drizzleConfig from '../drizzle.config.ts';
import { ROOT, read, repositoryFiles } from './source-files.ts';

test('the migrations produce the tables of the schema', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(join(ROOT, 'src/server/db/migrations'), folder, { recursive: true });
    const parameters = ['drizzle-kit', 'generate', '--dialect=postgresql'];
    const output = execFileSync(
      'npx',
      [
        ...parameters,
        `--schema=${drizzleConfig.schema}`,
        // drizzle-kit accepts only relative paths.
        `--out=${relative(ROOT, folder)}`,
      ],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
    );
    expect(output).toContain('No schema changes');
  } finally {
    await removeFolder(folder);
  }
});

test('the lock file contains no host names', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
});

test('the sources contain no TODO comments and no tests with `.only`', () => {
  const self = 'checks/repository.test.ts';
  const unfinished = repositoryFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.md')
    .filter((file) => file !== self)
    .filter((file) =>
      /\b(TODO|FIXME|XXX|HACK)\b|\btest\.only\(|\bdescribe\.only\(/.test(read(file)),
    );
  expect(unfinished).toEqual([]);
});
