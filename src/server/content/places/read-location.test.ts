import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { onlyCountryIn } from './country-in-text.ts';
import { gazetteer } from './gazetteer.ts';
import { placesInNames, readLocation } from './read-location.ts';

const read = (text: string) => readLocation(text, gazetteer());
const countriesOf = (text: string) => [
  ...new Set(read(text).places.flatMap(({ area }) => area.country ?? [])),
];
const idsOf = (text: string) => read(text).places.map(({ area }) => area.id);

test.each<[string, string[]]>([
  ['Lisbon, Portugal', ['PT']],
  ['Bregenz, V', ['AT']],
  ['Barcelona, CT', ['ES']],
  ['Berlin, CT', ['US']],
  ['Hull, East Yorkshire', ['GB']],
  ['Zagreb ili Split', ['HR']],
  ['Freiburg i. Br.', ['DE']],
  ['EMEA - Germany - Berlin', ['DE']],
  ['Portugal, Lisbon', ['PT']],
  ['São Paulo', ['BR']],
  ['Sao Paulo Office', ['BR']],
  ['Austin, TX', ['US']],
  ['Paris, TX', ['US']],
  ['Paris, Texas', ['US']],
  ['Paris', ['FR']],
  ['Toronto, ON', ['CA']],
  ['Florida', ['US']],
  ['Ontario', ['CA']],
  ['Berlin, DE', ['DE']],
  ['Wilmington, DE', ['US']],
  ['Lebanon, NH', ['US']],
  ['Lebanon', ['LB']],
  ['Poland, OH', ['US']],
  ['Jamaica, NY', ['US']],
  ['Portland, OR', ['US']],
  ['Indianapolis, IN', ['US']],
  ['Peru, IN', ['US']],
  ['Warsaw, IN', ['US']],
  ['Vienna, VA', ['US']],
  ['Dublin, CA', ['US']],
  ['London, ON', ['CA']],
  ['London, CA', ['CA']],
  ['Toronto, CA', ['CA']],
  ['Victoria, BC', ['CA']],
  ['Sydney, NSW', ['AU']],
  ['DC', ['US']],
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
  ['Köln', ['DE']],
  ['München; Zürich', ['DE', 'CH']],
  ['東京', ['JP']],
  ['Москва', ['RU']],
  ['القاهرة', ['EG']],
  ['תל אביב', ['IL']],
  ['Deutschland', ['DE']],
  ['Allemagne', ['DE']],
  ['Hixson, TN', ['US']],
  ['21 Milk St Boston, MA', ['US']],
  ['415 US-441 N, Lady Lake, FL  32159', ['US']],
])('the place %s is in %j', (text, countries) => {
  expect(countriesOf(text)).toEqual(countries);
});

test.each<[string, string[]]>([
  ['New York, NY', ['5128581']],
  ['New York, Buffalo', ['5128581', '5110629']],
  ['Boston, New York', ['4930956', '5128581']],
  ['Germany: Berlin, Munich', ['2950159', '2867714']],
  ['US - Charlotte', ['4460243']],
  ['Berlin, Germany; Remote (US)', ['2950159', 'US']],
  ['Lille, Nord, France', ['2998324']],
  ['Santiago, Santiago Metropolitan Region, Chile', ['3871336']],
  ['Los Angeles, CA, San Diego, CA', ['5368361', '5391811']],
  ['San Francisco, Seattle, Toronto', ['5391959', '5809844', '6167865']],
  ['Quebec', ['CA.10']],
  ['Bay Area', ['BAY-AREA']],
  ['EMEA - Remote', ['EMEA']],
  ['Gurugram', ['1270642']],
  ['Bangalore', ['1277333']],
  ['NYC HQ', ['5128581']],
  ['Greater Chicago Area', ['4887398']],
])('the location %s names the places %j', (text, ids) => {
  expect(idsOf(text)).toEqual(ids);
});

test.each([
  '',
  'Remote',
  'Hybrid',
  'In-Office',
  'Multiple Locations',
  'CHI and DUB',
  'Remote (EST or CST timezone)',
  'Remote - Central Timezone',
  // Excluded places do not count.
  'Remote (non-U.S.)',
  'Anywhere except Germany',
  '& 13 other countries',
  // The names of places are only parts of other names.
  'Neo Gulf Canada Square',
  'Town Centre',
  '🌍',
  "'; drop table jobs; --",
])('the location %j names no place', (text) => {
  expect(countriesOf(text)).toEqual([]);
});

test('parts of a text that name no known place are reported', () => {
  expect(read('Kiosk 7; Lisbon').unknown).toEqual(['Kiosk 7']);
  expect(read('Vernon, CA')).toMatchObject({
    places: [{ area: { id: 'US.CA' } }],
    unknown: ['Vernon'],
  });
});

test('a text with 300 places is read, and each place is found once', () => {
  const text = Array.from({ length: 300 }, (_, number) =>
    number % 2 ? 'Lisbon, Portugal' : 'Porto',
  ).join('; ');
  expect(idsOf(text)).toEqual(['2735943', '2267057']);
});

describe('the workplace', () => {
  test.each([
    'Remote',
    'REMOTE',
    'remote',
    'Remote (US)',
    'U.S. (Remote)',
    'US-Remote',
    'Fully remote',
    '100% Remote',
    'Remote - California',
    'Remote-Ireland',
    'Home based',
    'Work from home',
    'WFH',
    'Distributed',
    'Anywhere',
    'Worldwide',
    'Remoto',
    'India Remote',
    'Telecommute',
  ])('the location %j is remote', (text) => {
    expect(read(text)).toMatchObject({ remote: true, hybrid: false, office: false });
  });

  test.each(['Lisbon', 'Remoteville', 'Worldwide Plaza, New York'])(
    'the location %j is not remote',
    (text) => {
      expect(read(text).remote).toBe(false);
    },
  );

  test.each([
    'Lisbon (Remote possible)',
    'Remote / San Francisco office',
    'Remote first, 2 days in office in London',
    'Remote-friendly, Berlin',
    'Remote not possible',
  ])('the location %j promises remote work only in part', (text) => {
    expect(read(text).office).toBe(true);
  });

  test.each(['Hybrid - Lisbon', 'Sofia (In-Office Hybrid)', 'Híbrido, Rio de Janeiro'])(
    '%j is hybrid',
    (text) => {
      expect(read(text).hybrid).toBe(true);
    },
  );

  test('is read only for the place beside it', () => {
    expect(read('Berlin; Remote (US)').places.map(({ remote }) => remote)).toEqual([false, true]);
  });
});

test('hostile locations are read within a second', async () => {
  const cost = await cpuTimeOf(() => {
    for (const piece of ['-', ' - ', 'or ', 'remote ', '((', 'a,', '/', 'and&', 'a b ', 'York ']) {
      read(piece.repeat(2_000 / piece.length));
    }
  });
  expect(cost).toBeLessThan(1_000);
});

test.each([
  ['Harbour Shops Winnipeg', 'Winnipeg'],
  ['Big Canada Tower', 'Canada'],
  ['Jordan Square', ''],
  ['Winnipeg Shops', ''],
  ['Not in Canada', ''],
])('the unknown name %s contains the place %j', (name, place) => {
  const areas = placesInNames([name], gazetteer());
  expect(areas.map((area) => area.name).join()).toBe(place);
});

test.each([
  ['Market Mall', []],
  ['Giethoorn', []],
  ['Zermatt', ['Zermatt']],
  ['Giethoorn; Rotterdam, Netherlands', ['Giethoorn', 'Rotterdam']],
])('a small town is found by its name alone only if the name is distinctive: %s', (text, names) => {
  expect(readLocation(text, gazetteer()).places.map(({ area }) => area.name)).toEqual(names);
});

test.each([
  ['We serve all of Canada. Canada is large.', 'CA'],
  ['Our teams are in North America.', undefined],
  ['We sell in Canada and the US.', undefined],
  ['Work in the United Arab Emirates.', 'AE'],
  ['Ask Jordan about IT.', undefined],
])('the only country in %j is %s', (text, code) => {
  expect(onlyCountryIn(text, gazetteer())?.id).toBe(code);
});
