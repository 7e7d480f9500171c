/**
 * `npm run crash -- [--rounds N] [--seed N]`: kills the server and its database while they are written to, as often
 * as is said, then cuts, delays and blocks the way to a database elsewhere as often, and looks each time whether all
 * that was acknowledged is there.
 */
import { tmpdir } from 'node:os';
import { readCount, runTest } from './seeded-test.mjs';

const { count: rounds, seed } = readCount('rounds', '50');
process.stdout.write(`Twice ${rounds} rounds, --seed ${seed}\n`);
runTest('tests/crash/crash.test.ts', {
  // On a disk as boards are, and not in memory as other tests.
  TMPDIR: tmpdir(),
  CRASH_ROUNDS: rounds,
  CRASH_SEED: seed,
});
