import { expect, test } from 'vitest';
import { setUpSources } from '#server/modules/sources/testing/set-up-sources.ts';
import { isDeep, repetitions, seedOr } from '../support/deep-run.ts';
import { playStory } from './sources/story.ts';

const STORIES = repetitions(6, 1_000);
const SEED = seedOr(20_261_126);

const setup = setUpSources();
const seeds = Array.from({ length: STORIES }, (_, index) => SEED + index);
const total: Record<string, number> = {};

test.each(seeds)(
  'the board agrees with the model throughout the story with --seed %i',
  async (seed) => {
    const counts = await playStory(setup, seed);
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  },
);

test.skipIf(isDeep)('the stories contain every situation that the rules cover', () => {
  expect(Object.entries(total).filter(([, count]) => count === 0)).toEqual([]);
});

test.runIf(isDeep)('the test prints how often each event of the stories occurred', () => {
  process.stderr.write(`${JSON.stringify(total)}\n`);
});
