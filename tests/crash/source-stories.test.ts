import { expect, test } from 'vitest';
import { setUpSources } from '#server/modules/sources/testing/set-up-sources.ts';
import { playStory } from './sources/story.ts';

/** The number of stories; `npm run crash-sources` sets a higher number. */
const STORIES = Number(process.env.SOURCE_STORIES ?? 30);
const SEED = Number(process.env.SOURCE_SEED ?? 20_261_126);

const isLong = process.env.SOURCE_STORIES !== undefined;

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

test.skipIf(isLong)('the stories contain every situation that the rules cover', () => {
  expect(Object.entries(total).filter(([, count]) => count === 0)).toEqual([]);
});

test.runIf(isLong)('the test prints how often each event of the stories occurred', () => {
  process.stderr.write(`${JSON.stringify(total)}\n`);
});
