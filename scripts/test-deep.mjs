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
import { runTests } from './run-tests.mjs';

/** The test files of each part. What `--count` counts is in parentheses. */
const PARTS = {
  /** Random searches are compared with a reference search (searches). */
  searches: [
    'src/server/modules/search/agreement.test.ts',
    'src/server/modules/search/counts.test.ts',
    'src/server/modules/jobs/odd-searches.test.ts',
  ],
  /** Each supported system is read with each fault of its server. */
  faults: ['src/server/modules/sources/runs/system-faults.test.ts'],
  /** Each parameter and each field of the API gets every invalid value. */
  parameters: ['tests/security/parameters.test.ts'],
  /** Valid and hostile API calls are compared with the contract (calls). */
  api: ['tests/api-fuzz/api-fuzz.test.ts'],
  /** The server and its database are killed during writes, and the network is cut (rounds). */
  crash: ['tests/crash/crash.test.ts'],
  /** Random sequences of events at a source are compared with a model (sequences), and recorded snapshots of boards with it. */
  sources: ['tests/crash/source-stories.test.ts', 'tests/crash/source-replay.test.ts'],
  /** All recorded feeds in the folder REAL_FEEDS are read and searched. */
  feeds: ['tests/quality'],
  /** Two importers read sources for a simulated day, and are killed 20 times (sources). */
  schedule: ['tests/crash/source-schedule.test.ts'],
  /** People walk through the board at random for half an hour (minutes). */
  walk: [],
};

const USAGE = `usage: npm run test:deep -- [${Object.keys(PARTS).join('|')}] [--count N] [--seed N]\n`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  },
});
const { count, seed } = values;
const isValid = [seed, count].every((value) => value === undefined || /^[1-9]\d{0,8}$/.test(value));
if (!isValid || positionals.some((name) => !Object.hasOwn(PARTS, name))) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const failed = [];
for (const [part, files] of Object.entries(PARTS)) {
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
