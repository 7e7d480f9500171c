/**
 * `npm run crash-schedule -- [--sources N] [--seed N]`: simulates a day of N sources of all supported systems. Two
 * processes read the sources, and are killed 20 times in the middle of runs.
 */
import { readCount, runTest } from './seeded-test.mjs';

const { count: sources, seed } = readCount('sources', '2000');
process.stdout.write(`${sources} sources, --seed ${seed}\n`);
runTest('tests/crash/source-schedule.test.ts', { SCHEDULE_SOURCES: sources, SCHEDULE_SEED: seed });
