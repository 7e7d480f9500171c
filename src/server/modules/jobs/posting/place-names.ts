import cityTimezones from 'city-timezones';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { iso31662 } from 'iso-3166';

/**
 * What names of places stand for, by three libraries: the names of countries, with those that are usual besides the
 * official ones (https://www.npmjs.com/package/i18n-iso-countries), the codes of their regions
 * (https://www.npmjs.com/package/iso-3166), and the world's larger cities with their regions, as Natural Earth has
 * them (https://www.npmjs.com/package/city-timezones).
 */

/** ISO 3166-1 alpha-2 */
export type CountryCode = string;

countries.registerLocale(english);

/** Parts of the United Kingdom that people name as their country. https://www.iso.org/obp/ui/#iso:code:3166:GB */
const NATIONS = ['England', 'Scotland', 'Wales', 'Northern Ireland'];

/** Where a region's code stands behind a city in addresses, such as "Austin, TX". */
const WITH_REGION_CODES = /^(US|CA|AU)-(.+)$/;

/** Codes that stand for no country of the standard's: https://www.iso.org/glossary-for-iso-3166.html */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/;

/**
 * A city of as many people (with its surroundings) is meant by its name alone, where it has as many times the people
 * of each of its namesakes in other countries. With fewer, which is meant would be a guess.
 */
const WELL_KNOWN = { people: 500_000, times: 5 };

/** A region is known beside a city of its name elsewhere with as many times its people: Florida, but not Santa Fe. */
const REGION_TIMES = 25;

/** Texts that are the same but for case, accents, dots and spaces. */
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

/** By folded name; undefined for what several countries are called. */
const COUNTRIES = new Map<string, CountryCode | undefined>();
for (const [code, names] of Object.entries(countries.getNames('en', { select: 'all' }))) {
  if (USER_ASSIGNED.test(code)) continue;
  for (const name of new Set(names.map(fold))) {
    COUNTRIES.set(name, COUNTRIES.has(name) ? undefined : code);
  }
}
for (const nation of NATIONS) COUNTRIES.set(fold(nation), 'GB');
// Two states are called so; only one of them by this name alone in the library.
COUNTRIES.set('congo', undefined);

type People = Map<CountryCode, number>;

/** By folded name: the cities and the regions called so, and how many people each country has in them. */
const cities = new Map<string, People>();
const regions = new Map<string, People>();
/** Such as `austin|texas|US`. */
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

/** The one country of these in which the name is known by itself; undefined where another might be meant. */
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

/** A country by one of its names. Georgia is none: more people live in the state of that name. */
export function countryNamed(name: string): CountryCode | undefined {
  const folded = fold(name);
  const country = COUNTRIES.get(folded);
  if (!country) return undefined;
  const isSmaller = [...(regions.get(folded) ?? [])].some(
    ([other, number]) => other !== country && number > (people.get(country) ?? 0),
  );
  return isSmaller ? undefined : country;
}

/** The country of a region, such as "Ontario"; of one that is called as a city elsewhere, it is not known. */
export function countryOfRegion(name: string): CountryCode | undefined {
  const folded = fold(name);
  const country = COUNTRIES.has(folded) ? undefined : wellKnown(regions.get(folded), folded);
  const inhabitants = regions.get(folded)?.get(country ?? '') ?? 0;
  const isCityElsewhere = [...(cities.get(folded) ?? [])].some(
    ([other, number]) => other !== country && number * REGION_TIMES > inhabitants,
  );
  return isCityElsewhere ? undefined : country;
}

/** The country of a city whose name alone says which it is. */
export function countryOfCity(name: string): CountryCode | undefined {
  const folded = [fold(name), fold(name).replace(/ city$/, '')].find((known) => cities.has(known));
  return folded && wellKnown(cities.get(folded), folded);
}

/** What a code may stand for: a region of a country, or a country. */
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
 * The country that a code behind a place stands for, such as "TX", "ON" or "DE". Where it may stand for several, the
 * place has to be known in one of them alone.
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
