import { expect, test } from 'vitest';
import { firstPlaceFirst } from './location-order.ts';

const BERLIN = { locality: 'Berlin', region: 'Berlin' };

test.each([
  ['Paris; Berlin, Germany; Rome', [BERLIN], 'Berlin, Germany; Paris; Rome'],
  ['Berlin; Paris', [BERLIN], 'Berlin; Paris'],
  ['Paris; Rome', [BERLIN], 'Paris; Rome'],
  ['Remote; Bavaria', [{ locality: '', region: 'Bavaria' }], 'Bavaria; Remote'],
  ['Remote', [], 'Remote'],
])('the location %s of a job with the places %j is displayed as %s', (location, places, text) => {
  expect(firstPlaceFirst({ location, places })).toBe(text);
});
