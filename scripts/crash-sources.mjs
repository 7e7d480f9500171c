/**
 * `npm run crash-sources -- [--stories N] [--seed N]`: plays N random stories of a source against a model of its rules, with
 * faults of the feed, edits by people and killed runs. Story number K has the seed plus K, so `--stories 1 --seed N` repeats
 * one.
 */
import { readCount, runTest } from './seeded-test.mjs';

const { count: stories, seed } = readCount('stories', '1000');
process.stdout.write(`${stories} stories, --seed ${seed}\n`);
runTest('tests/crash/source-stories.test.ts', { SOURCE_STORIES: stories, SOURCE_SEED: seed });
