import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

/**
 * Reads `--NAME N` and `--seed N` from the command line, both positive integers. The default seed is random.
 * @param {string} name
 * @param {string} defaultCount the default of N
 */
export function readCount(name, defaultCount) {
  const seed = String(randomInt(1, 1_000_000_000));
  const { values } = parseArgs({
    options: {
      [name]: { type: 'string', default: defaultCount },
      seed: { type: 'string', default: seed },
    },
  });
  for (const [option, value] of Object.entries(values)) {
    if (!/^[1-9]\d{0,8}$/.test(String(value))) {
      process.stderr.write(`--${option} must be a positive integer\n`);
      process.exit(2);
    }
  }
  return { count: String(values[name]), seed: String(values.seed) };
}

/**
 * Runs a test file with these environment variables. Exits with its exit code.
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
