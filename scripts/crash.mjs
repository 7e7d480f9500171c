/**
 * `npm run crash -- [--rounds N] [--seed N]`: kills the server and its database during writes, then cuts, delays and
 * blocks the network to a remote database, for N rounds each. Each round checks that no acknowledged write is lost.
 */
import { tmpdir } from 'node:os';
import { readCount, runTest } from './seeded-test.mjs';

const { count: rounds, seed } = readCount('rounds', '50');
process.stdout.write(`2 × ${rounds} rounds, --seed ${seed}\n`);
runTest('tests/crash/crash.test.ts', {
  // Use the disk, because the test is about data on disk. Other tests keep their files in memory.
  TMPDIR: tmpdir(),
  CRASH_ROUNDS: rounds,
  CRASH_SEED: seed,
});
