import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

/**
 * Builds what is out of date, and runs test files with these environment variables.
 * @param {string[]} files paths, or beginnings of paths
 * @param {Record<string, string>} variables
 * @returns {number} the exit code
 */
export function runTests(files, variables) {
  buildIfStale();
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...files],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...variables } },
  );
  return status ?? 1;
}
