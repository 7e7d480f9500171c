import { expect, test } from 'vitest';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { namePlaces } from './name-places.ts';

const none = { worldwide: false, countries: [], regions: [] };

test.each([
  ['a country', { ...none, countries: ['US'] }, ['United States']],
  [
    'countries and regions',
    { ...none, countries: ['CA'], regions: ['US.CA', 'US.NY'] },
    ['Canada', 'California', 'New York'],
  ],
  ['everywhere', { ...none, worldwide: true }, ['Worldwide']],
  [
    'exactly the countries of a group',
    { ...none, countries: [...gazetteer().membersOf('EU')].sort() },
    ['European Union'],
  ],
  ['nothing', none, []],
])('%s is named', (_, eligibility, names) => {
  expect(namePlaces(eligibility)).toEqual(names);
});
