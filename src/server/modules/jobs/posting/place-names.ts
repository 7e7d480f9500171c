import cityTimezones from 'city-timezones';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { iso31662 } from 'iso-3166';

/**
 * Looks up place names in three libraries: country names, official and common
 * (https://www.npmjs.com/package/i18n-iso-countries), codes of regions (https://www.npmjs.com/package/iso-3166), and
 * the world's larger cities with their regions, from Natural Earth (https://www.npmjs.com/package/city-timezones).
 */

/** ISO 3166-1 alpha-2 */
export type CountryCode = string;

countries.registerLocale(english);

/** Parts of the United Kingdom that people call countries. https://www.iso.org/obp/ui/#iso:code:3166:GB */
const NATIONS = ['England', 'Scotland', 'Wales', 'Northern Ireland'];

/** Countries whose addresses add the region's code to the city, such as "Austin, TX". */
const WITH_REGION_CODES = /^(US|CA|AU)-(.+)$/;

/** User-assigned codes, which name no country in ISO 3166: https://www.iso.org/glossary-for-iso-3166.html */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/;

/**
 * A city's name alone identifies it only if the city has at least `people` inhabitants (with its surroundings), and
 * `times` as many as each city of the same name in other countries.
 */
const WELL_KNOWN = { people: 500_000, times: 5 };

/**
 * A region's name identifies it only if the region has this many times as many people as each city of that name
 * elsewhere: Florida, but not Santa Fe.
 */
const REGION_TIMES = 25;

/** Normalizes case, accents, dots and spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Country codes by normalized name; undefined for ambiguous names. */
const COUNTRIES = new Map<string, CountryCode | undefined>();
for (const [code, names] of Object.entries(countries.getNames('en', { select: 'all' }))) {
  if (USER_ASSIGNED.test(code)) continue;
  for (const name of new Set(names.map(fold))) {
    COUNTRIES.set(name, COUNTRIES.has(name) ? undefined : code);
  }
}
for (const nation of NATIONS) COUNTRIES.set(fold(nation), 'GB');
// Two states have this name; the library knows only one of them by it.
COUNTRIES.set('congo', undefined);

type People = Map<CountryCode, number>;

/** Cities and regions by normalized name, with the number of people in each country. */
const cities = new Map<string, People>();
const regions = new Map<string, People>();
/** Keys such as `austin|texas|US`. */
const citiesInRegions = new Set<string>();
const people: People = new Map();

function add(map: Map<string, People>, name: string, country: CountryCode, number: number): void {
  const named = map.get(name) ?? new Map<CountryCode, number>();
  named.set(country, (named.get(country) ?? 0) + number);
  map.set(name, named);
}

for (const { city, city_ascii, province, iso2: country, pop } of cityTimezones.cityMapping) {
  for (const name of new Set([fold(city), fold(city_ascii)])) {
    add(cities, name, country, pop);
    citiesInRegions.add(`${name}|${fold(province)}|${country}`);
  }
  if (province) add(regions, fold(province), country, pop);
  people.set(country, (people.get(country) ?? 0) + pop);
}

/** The country that the name alone identifies; undefined if the name is ambiguous. */
function wellKnown(these: People | undefined, folded: string): CountryCode | undefined {
  const [largest] = [...(these ?? [])].sort(([, a], [, b]) => b - a);
  if (!largest || largest[1] < WELL_KNOWN.people) return undefined;
  const [country, number] = largest;
  const namesakes = [...(cities.get(folded) ?? []), ...(regions.get(folded) ?? [])];
  const isKnown = namesakes.every(
    ([other, others]) => other === country || number >= WELL_KNOWN.times * others,
  );
  return isKnown ? country : undefined;
}

/** A country by one of its names. "Georgia" is not one, because more people live in the US state. */
export function countryNamed(name: string): CountryCode | undefined {
  const folded = fold(name);
  const country = COUNTRIES.get(folded);
  if (!country) return undefined;
  const isSmaller = [...(regions.get(folded) ?? [])].some(
    ([other, number]) => other !== country && number > (people.get(country) ?? 0),
  );
  return isSmaller ? undefined : country;
}

/** The country of a region, such as "Ontario"; undefined if a city elsewhere has the same name. */
export function countryOfRegion(name: string): CountryCode | undefined {
  const folded = fold(name);
  const country = COUNTRIES.has(folded) ? undefined : wellKnown(regions.get(folded), folded);
  const inhabitants = regions.get(folded)?.get(country ?? '') ?? 0;
  const isCityElsewhere = [...(cities.get(folded) ?? [])].some(
    ([other, number]) => other !== country && number * REGION_TIMES > inhabitants,
  );
  return isCityElsewhere ? undefined : country;
}

/** The country of a city that its name alone identifies. */
export function countryOfCity(name: string): CountryCode | undefined {
  const folded = [fold(name), fold(name).replace(/ city$/, '')].find((known) => cities.has(known));
  return folded && wellKnown(cities.get(folded), folded);
}

/** The possible meanings of a code: a country, or a region of one. */
type CodeMeaning = { country: CountryCode; region?: string };

const CODES = new Map<string, CodeMeaning[]>();
for (const { code, name } of iso31662) {
  const [, country, region] = WITH_REGION_CODES.exec(code) ?? [];
  if (country && region) {
    CODES.set(region, [...(CODES.get(region) ?? []), { country, region: fold(name) }]);
  }
}
for (const code of Object.keys(countries.getAlpha2Codes())) {
  if (!USER_ASSIGNED.test(code)) {
    CODES.set(code, [...(CODES.get(code) ?? []), { country: code }]);
  }
}

export function isCode(text: string): boolean {
  return CODES.has(text);
}

/**
 * The country of a code after a place, such as "TX", "ON" or "DE". If the code has several meanings, the place must
 * exist in exactly one of them.
 */
export function countryOfCode(code: string, place: string | undefined): CountryCode | undefined {
  const meanings = CODES.get(code) ?? [];
  if (meanings.length <= 1) return meanings[0]?.country;
  const folded = fold(place ?? '');
  const known = meanings.filter(({ country, region }) =>
    region
      ? citiesInRegions.has(`${folded}|${region}|${country}`)
      : cities.get(folded)?.has(country) || regions.get(folded)?.has(country),
  );
  return known.length === 1 ? known[0]?.country : undefined;
}

/** In English. */
export function countryName(code: CountryCode): string {
  return countries.getName(code, 'en') ?? code;
}
