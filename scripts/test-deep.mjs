/**
 * `npm run test:deep -- [PART] [--count N] [--seed N]`: repeats tests with random input many times. Without a part, runs
 * all of them. The default seed is random, and printed.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build-if-stale.mjs';
import { DEEP_PARTS } from './deep-parts.mjs';
import { runTests } from './run-tests.mjs';

const USAGE = `usage: npm run test:deep -- [${Object.keys(DEEP_PARTS).join('|')}] [--count N] [--seed N]\n`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  },
});
const { count, seed } = values;
const isValid = [seed, count].every((value) => value === undefined || /^[1-9]\d{0,8}$/.test(value));
if (!isValid || positionals.some((name) => !Object.hasOwn(DEEP_PARTS, name))) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const failed = [];
for (const [part, files] of Object.entries(DEEP_PARTS)) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  process.stdout.write(`${part} --seed ${seed}\n`);
  if ((part === 'walk' ? walk() : repeat(part, files)) !== 0) failed.push(part);
}
process.stdout.write(failed.length > 0 ? `failed: ${failed.join(', ')}\n` : 'passed\n');
process.exitCode = failed.length > 0 ? 1 : 0;

/**
 * @param {string} part
 * @param {string[]} files
 * @returns {number} the exit code
 */
function repeat(part, files) {
  return runTests(files, {
    TEST_DEEP: part,
    DEEP_SEED: seed,
    ...(count && { DEEP_COUNT: count }),
    // Use the disk, because the test is about data on disk. Other tests keep their files in memory.
    ...(part === 'crash' && { TMPDIR: tmpdir() }),
  });
}

/** @returns {number} the exit code */
function walk() {
  const walk = join(ROOT, 'scripts/walk.mjs');
  const parameters = [walk, '--minutes', count ?? '30', '--seed', seed];
  return spawnSync(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
