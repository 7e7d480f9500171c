import { expect, test } from 'vitest';
import { readPlaces, saysRemote } from './places.ts';

test.each<[string, string[]]>([
  ['Lisbon, Portugal', ['PT']],
  ['Portugal', ['PT']],
  ['Portugal, Lisbon', ['PT']],
  ['Lisbon', ['PT']],
  ['São Paulo', ['BR']],
  ['Sao Paulo Office', ['BR']],
  ['Austin, TX', ['US']],
  ['Paris, TX', ['US']],
  ['Paris, Texas', ['US']],
  ['Paris', ['FR']],
  ['Boston, Massachusetts', ['US']],
  ['Toronto, ON', ['CA']],
  ['Ontario', ['CA']],
  ['Berlin, DE', ['DE']],
  ['Wilmington, DE', ['US']],
  ['San Diego, CA', ['US']],
  ['London, UK (hybrid)', ['GB']],
  ['England', ['GB']],
  ['Remote - US Only', ['US']],
  ['U.S. (Remote)', ['US']],
  ['Remote in the Netherlands', ['NL']],
  ['Remote (United States | Canada)', ['US', 'CA']],
  ['United Kingdom or Ireland', ['GB', 'IE']],
  ['Remote-India/Pakistan', ['IN', 'PK']],
  ['Alabama, Florida, Texas', ['US']],
  ['Bosnia and Herzegovina', ['BA']],
  ['Trinidad & Tobago', ['TT']],
  ['Guinea-Bissau', ['GW']],
  ['Côte d’Ivoire', ['CI']],
  ['Tbilisi, Georgia', ['GE']],
  ['Atlanta, Georgia', ['US']],
  ['New York City, NY', ['US']],
])('%s is in %j', (location, countries) => {
  expect(readPlaces(location).flatMap((place) => place.countries)).toEqual(countries);
});

test.each([
  '',
  'Remote',
  'Anywhere',
  'Remote (Global)',
  'Remote - Europe',
  'EMEA',
  // A state and a country; cities of which several are large; ones that are small everywhere.
  'Georgia',
  'Birmingham',
  'San Jose',
  'Cambridge',
  'Bay Area, CA',
  'CA',
  'IN',
  // What is excluded is not what is meant.
  'Remote (non-U.S.)',
  'Anywhere except Germany',
  '& 13 other countries',
  // Names that are parts of other names.
  'Neo Gulf Canada Square',
  'Remote - Central Timezone',
  'Town Centre',
  '🌍',
  "'; drop table jobs; --",
])('where %j is, is not guessed', (location) => {
  expect(readPlaces(location).flatMap((place) => place.countries)).toEqual([]);
});

test('each place by itself, as it was written', () => {
  expect(readPlaces('Porto Office, Portugal; Remote (Spain); Austin, TX; Kiosk 7')).toEqual([
    { countries: ['PT'], locality: 'Porto' },
    { countries: ['ES'] },
    { countries: ['US'], locality: 'Austin', region: 'TX' },
    { countries: [], locality: 'Kiosk 7' },
  ]);
});

test('a hostile location takes no time', () => {
  const begun = performance.now();
  for (const piece of ['-', ' - ', 'or ', 'remote ', '((', 'a,', '/', 'and&']) {
    readPlaces(piece.repeat(2_000 / piece.length));
  }
  expect(performance.now() - begun).toBeLessThan(500);
});

test.each<[string, boolean]>([
  ['Remote (US)', true],
  ['Fully remote', true],
  ['100% Remote; Remote - Canada', true],
  ['Anywhere', true],
  ['Remote; Lisbon', false],
  ['Lisbon (Remote possible)', false],
  ['Remoteville', false],
  ['', false],
])('%j says remote of every place: %s', (location, says) => {
  expect(saysRemote(location)).toBe(says);
});
