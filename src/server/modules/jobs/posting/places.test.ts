import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { readPlaces } from './places.ts';

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
  ['Florida', ['US']],
  ['Ontario', ['CA']],
  ['Quebec', ['CA']],
  ['Berlin, DE', ['DE']],
  ['Wilmington, DE', ['US']],
  ['Lebanon, NH', ['US']],
  ['Poland, OH', ['US']],
  ['Jamaica, NY', ['US']],
  ['Portland, OR', ['US']],
  ['Indianapolis, IN', ['US']],
  ['London, ON', ['CA']],
  ['Perth, ON', ['CA']],
  ['Victoria, BC', ['CA']],
  ['Sydney, NSW', ['AU']],
  ['DC', ['US']],
  ['Bay Area, CA, USA', ['US']],
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
])('the place %s is in %j', (location, countries) => {
  expect(readPlaces(location).flatMap((place) => place.countries)).toEqual(countries);
});

test.each([
  '',
  'Remote',
  'Anywhere',
  'Remote (Global)',
  'Remote - Europe',
  'EMEA',
  // A state and a country; several large cities of one name; cities that are small everywhere.
  'Georgia',
  'Birmingham',

  'San Jose',
  'Cambridge',
  'Bay Area, CA',
  // Towns with the name of a larger place elsewhere, followed by an ambiguous code.
  'Vienna, VA',
  'Dublin, CA',
  'Rome, GA',
  'Hamburg, PA',
  'Berlin, MD',
  'Florence, KY',
  'Geneva, IL',
  'Moscow, ID',
  'Lebanon, IN',
  'Peru, IN',
  'Jordan, MN',
  'Mexico, MO',
  'Warsaw, IN',
  'Santa Fe',
  'Congo',
  'Kosovo',
  'CA',
  'IN',
  // Excluded places do not count.
  'Remote (non-U.S.)',
  'Anywhere except Germany',
  '& 13 other countries',
  // Names that are part of other names.
  'Neo Gulf Canada Square',
  'Remote - Central Timezone',
  'Town Centre',
  '🌍',
  "'; drop table jobs; --",
])('the country of %j is not guessed', (location) => {
  expect(readPlaces(location).flatMap((place) => place.countries)).toEqual([]);
});

test('each place of a list is read by itself and keeps its spelling', () => {
  expect(readPlaces('Porto Office, Portugal; Remote (Spain); Austin, TX; Kiosk 7')).toEqual([
    { countries: ['PT'], whole: true, remote: false, locality: 'Porto' },
    { countries: ['ES'], whole: true, remote: true },
    { countries: ['US'], whole: true, remote: false, locality: 'Austin', region: 'TX' },
    { countries: [], whole: false, remote: false, locality: 'Kiosk 7' },
  ]);
});

test('hostile locations are read within half a second', async () => {
  const cost = await cpuTimeOf(() => {
    for (const piece of ['-', ' - ', 'or ', 'remote ', '((', 'a,', '/', 'and&']) {
      readPlaces(piece.repeat(2_000 / piece.length));
    }
  });
  expect(cost).toBeLessThan(500);
});

describe('remote work', () => {
  test.each([
    'Remote',
    'Remote (US)',
    'U.S. (Remote)',
    'Fully remote',
    '100% Remote',
    'Remote - California',
    'Remote (United States | Canada)',
    'Remote (Global)',
    'Remote - Europe',
    'Anywhere',
    'India Remote',
  ])('is recognized in %j', (location) => {
    expect(readPlaces(location).every(({ remote }) => remote)).toBe(true);
  });

  test.each([
    'Lisbon',
    'Lisbon (Remote possible)',
    'Remote or Berlin',
    'Remote / San Francisco office',
    'Remote, hybrid',
    'Remote first, 2 days in office in London',
    'Remote-friendly, Berlin',
    'Anywhere in London',
    'Remote not possible',
    'Worldwide Plaza, New York',
    'Remoteville',
  ])('is not recognized in %j', (location) => {
    expect(readPlaces(location).some(({ remote }) => remote)).toBe(false);
  });
});

test.each<[string, boolean]>([
  ['Remote (United States | Canada)', true],
  ['Remote (Gaithersburg, MD, USA)', true],
  ['Remote (East Coast USA or Canada)', false],
  ['Remote (Canada, UK, EU)', false],
  ['EU & US', false],
  ['Remote - APAC', false],
  ['Remote (Vienna, VA)', false],
])('every part of %s is a known place: %s', (location, whole) => {
  expect(readPlaces(location).every((place) => place.whole)).toBe(whole);
});
