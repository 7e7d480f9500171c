import cityTimezones from 'city-timezones';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/**
 * What names of places stand for, by two libraries: the names of countries by ISO 3166
 * (https://www.npmjs.com/package/i18n-iso-countries), and the world's larger cities with their regions, as
 * Natural Earth has them (https://www.npmjs.com/package/city-timezones).
 */

/** ISO 3166-1 alpha-2 */
export type CountryCode = string;

countries.registerLocale(english);

/** Parts of the United Kingdom that people name as their country. https://www.iso.org/obp/ui/#iso:code:3166:GB */
const NATIONS = ['England', 'Scotland', 'Wales', 'Northern Ireland'];

/**
 * A city of as many people (with its surroundings) is meant by its name alone, and a name is taken for one place
 * where that has as many times the people of all its namesakes in other countries together. With fewer, which is
 * meant would be a guess.
 */
const WELL_KNOWN = { people: 500_000, times: 5 };

type Named = { country: CountryCode; people: number };

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

const COUNTRIES = new Map<string, CountryCode>(
  Object.entries(countries.getNames('en', { select: 'all' })).flatMap(([code, names]) =>
    names.map((name): [string, CountryCode] => [fold(name), code]),
  ),
);
for (const nation of NATIONS) COUNTRIES.set(fold(nation), 'GB');

/** By folded name: the cities and the regions called so, and how many people each country has in them. */
const cities = new Map<string, Named[]>();
const regions = new Map<string, Named[]>();
/** Such as `austin, tx`: the cities of the United States with their states. */
const citiesInStates = new Set<string>();
const states = new Set<string>();
const people = new Map<CountryCode, number>();

function add(map: Map<string, Named[]>, name: string, named: Named): void {
  const folded = fold(name);
  const known = map.get(folded) ?? [];
  const same = known.find(({ country }) => country === named.country);
  if (same) same.people += named.people;
  else map.set(folded, [...known, { ...named }]);
}

for (const {
  city,
  city_ascii,
  province,
  iso2: country,
  pop,
  state_ansi,
} of cityTimezones.cityMapping) {
  const named = { country, people: pop };
  for (const name of new Set([fold(city), fold(city_ascii)])) {
    add(cities, name, named);
    if (state_ansi) citiesInStates.add(`${name}, ${state_ansi}`);
  }
  if (province) add(regions, province, named);
  if (state_ansi) states.add(state_ansi);
  people.set(country, (people.get(country) ?? 0) + pop);
}

/** The one country in which this names a city or a region; undefined where it might be another. */
function wellKnown(folded: string): CountryCode | undefined {
  const named = [...(cities.get(folded) ?? []), ...(regions.get(folded) ?? [])];
  const most = new Map<CountryCode, Named>();
  for (const one of named) {
    if (one.people > (most.get(one.country)?.people ?? -1)) most.set(one.country, one);
  }
  const [largest, ...others] = [...most.values()].sort((a, b) => b.people - a.people);
  if (!largest || largest.people < WELL_KNOWN.people) return undefined;
  const elsewhere = others.reduce((sum, other) => sum + other.people, 0);
  return largest.people >= WELL_KNOWN.times * elsewhere ? largest.country : undefined;
}

/** A country by one of its names. Georgia is none: more people live in the state of that name. */
export function countryNamed(name: string): CountryCode | undefined {
  const country = COUNTRIES.get(fold(name));
  const larger = regions
    .get(fold(name))
    ?.some(
      (region) => region.country !== country && region.people > (people.get(country ?? '') ?? 0),
    );
  return larger ? undefined : country;
}

/** The country of a region, such as "Ontario". */
export function countryOfRegion(name: string): CountryCode | undefined {
  const folded = fold(name);
  return regions.has(folded) && !COUNTRIES.has(folded) ? wellKnown(folded) : undefined;
}

/** The country of a city whose name alone says which it is. */
export function countryOfCity(name: string): CountryCode | undefined {
  const known = [fold(name), fold(name).replace(/ city$/, '')].find((folded) => cities.has(folded));
  return known && wellKnown(known);
}

/**
 * The country that two capital letters behind a city stand for, such as "TX" or "DE": a state of the United
 * States, or a country; where they may be both, what the city is in.
 */
export function countryOfCode(code: string, city: string | undefined): CountryCode | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const isState = states.has(code);
  const isCountry = countries.isValid(code);
  if (isState && !isCountry) return 'US';
  const inState = city !== undefined && citiesInStates.has(`${fold(city)}, ${code}`);
  const inCountry =
    city !== undefined && cities.get(fold(city))?.some(({ country }) => country === code);
  if (inState === Boolean(inCountry)) return undefined;
  return inState ? 'US' : code;
}

/** In English. */
export function countryName(code: CountryCode): string {
  return countries.getName(code, 'en') ?? code;
}
