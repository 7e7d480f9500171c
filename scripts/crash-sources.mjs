/**
 * `npm run crash-sources -- [--stories N] [--seed N]`: runs N stories: random sequences of events at a source, with
 * faults of the feed, edits by people and killed runs. Compares the board with a model of the rules. Story number K has
 * the seed plus K, so `--stories 1 --seed N` repeats a story.
 */
import { readCount, runTest } from './seeded-test.mjs';

const { count: stories, seed } = readCount('stories', '1000');
process.stdout.write(`${stories} stories, --seed ${seed}\n`);
runTest('tests/crash/source-stories.test.ts', { SOURCE_STORIES: stories, SOURCE_SEED: seed });
