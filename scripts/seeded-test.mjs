import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

/**
 * `--NAME N` and `--seed N`, each a whole number from 1 on. The seed is another one each time unless it is said.
 * @param {string} name
 * @param {string} usual What N is unless it is said.
 */
export function readCount(name, usual) {
  const seed = String(randomInt(1, 1_000_000_000));
  const { values } = parseArgs({
    options: {
      [name]: { type: 'string', default: usual },
      seed: { type: 'string', default: seed },
    },
  });
  for (const [option, value] of Object.entries(values)) {
    if (!/^[1-9]\d{0,8}$/.test(String(value))) {
      process.stderr.write(`--${option} must be a whole number from 1 on\n`);
      process.exit(2);
    }
  }
  return { count: String(values[name]), seed: String(values.seed) };
}

/**
 * Runs one test on what is built, told by these variables how much it is to do; ends with its exit code.
 * @param {string} file
 * @param {Record<string, string>} variables
 */
export function runTest(file, variables) {
  buildIfStale();
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', file],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...variables } },
  );
  process.exitCode = status ?? 1;
}
