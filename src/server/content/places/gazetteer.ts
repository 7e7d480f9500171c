import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { readColumns } from './columns.ts';
import { kilometersBetween } from './distance.ts';
import { foldPlaceName } from './fold.ts';

type AreaKind = 'country' | 'region' | 'county' | 'city' | 'group';

/** A country, a region of a country, a city, or a group such as "EMEA". */
export type Area = {
  /**
   * The id: an ISO 3166-1 code (`DE`), GeoNames' code of a region (`DE.02`), a GeoNames id (`2867714`), or the id of a
   * group (`EMEA`).
   */
  id: string;
  kind: AreaKind;
  /** The name in English or the local language. */
  name: string;
  /** The ids of the country and the region that contain the area; undefined for a group that spans several. */
  country?: string;
  region?: string;
  /** The id of the county or province that contains a city, if addresses in its country name it. */
  county?: string;
  latitude: number;
  longitude: number;
  people: number;
  /** The time zone of the IANA database; undefined if the area has several. */
  zone?: string;
};

/**
 * An area that has a certain name. `isOwn` is true if it is the usual name, and false if it is historical or foreign.
 */
export type Named = {
  area: Area;
  isOwn: boolean;
  /** Whether the name usually means this area, although a larger area also has it. */
  isUsual?: boolean;
  /** The id of the county that has the name; `area` is its region. A county contains places but is none itself. */
  county?: string;
};

export type Gazetteer = {
  get(id: string): Area | undefined;
  /** Returns the areas with exactly this name in any language, regardless of case and accents. */
  named(name: string): Named[];
  /** Returns the counties and provinces with exactly this name or code. */
  counties(name: string): Named[];
  /**
   * Returns which of the given areas have a name beginning with the words of the prefix. The last word of the prefix may
   * be incomplete.
   */
  startingWith(prefix: string, ids: Iterable<string>): string[];
  /** Returns the largest areas with a name that begins with the prefix. A usual name counts more than a foreign one. */
  largestStartingWith(prefix: string, most: number): Area[];
  /**
   * Returns the areas with a name that differs in at most `distance` letters but has the same beginning. The most
   * similar areas come first, and of equally similar areas the largest.
   */
  similar(name: string, distance: number): Area[];
  /** Whether `outer` contains `inner` or is the same area. */
  contains(outer: Area, inner: Area): boolean;
  /** Returns the groups that contain an area. For a group, returns the other groups that contain all of it. */
  groupsOf(area: Area): string[];
  /** Returns the ids of the countries, regions and cities in a group. */
  membersOf(group: string): string[];
  /** Returns the codes of all countries. */
  countries(): string[];
  /** Returns the ids of the regions of a country. */
  regionsOf(country: string): string[];
  /** Returns the ids of the cities within `kilometers` of a point. */
  near(point: { latitude: number; longitude: number }, kilometers: number): string[];
};

/** The file that the build writes, as seen from the bundle and from the sources. */
const FILES = ['../gazetteer.bin', '../../../../dist/gazetteer.bin'].map((path) =>
  join(import.meta.dirname, path),
);

let loaded: Gazetteer | undefined;

/** The gazetteer of this process, loaded when it is first used. */
export function gazetteer(): Gazetteer {
  loaded ??= readGazetteer(FILES.find((file) => existsSync(file)) ?? FILES[0] ?? '');
  return loaded;
}

/** Reads the tables that `buildGazetteer` wrote. They stay in one buffer of 20 MB, outside of JavaScript's heap. */
function readGazetteer(path: string): Gazetteer {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    readSync(file, bytes);
    return createGazetteer(bytes.buffer);
  } finally {
    closeSync(file);
  }
}

function createGazetteer(file: ArrayBuffer): Gazetteer {
  const column = readColumns(file);
  const [firstCounty = 0, firstCity = 0, firstGroup = 0] = column('bounds', 'Uint32Array');
  const country = column('country', 'Uint16Array');
  const region = column('region', 'Uint16Array');
  const county = column('county', 'Uint16Array');
  const zone = column('zone', 'Uint16Array');
  const latitude = column('latitude', 'Float32Array');
  const longitude = column('longitude', 'Float32Array');
  const people = column('people', 'Uint32Array');
  const references = column('references', 'Uint32Array');
  const referenceOffsets = column('references_offsets', 'Uint32Array');
  const members = column('members', 'Uint32Array');
  const memberOffsets = column('members_offsets', 'Uint32Array');
  const text = (name: string) => {
    const blob = column(name, 'Uint8Array');
    const offsets = column(`${name}_offsets`, 'Uint32Array');
    const buffer = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
    return {
      count: offsets.length - 1,
      at: (index: number) => buffer.toString('utf8', offsets[index], offsets[index + 1]),
      lengthAt: (index: number) => (offsets[index + 1] ?? 0) - (offsets[index] ?? 0),
      compare: (index: number, other: Buffer) =>
        buffer.compare(other, 0, other.length, offsets[index], offsets[index + 1]),
    };
  };
  const ids = text('ids');
  const labels = text('labels');
  const names = text('names');
  const zones = text('zones');

  /** The indexes of all areas except cities, by id. Cities are sorted by id. */
  const indexes = new Map<string, number>();
  for (let index = 1; index < firstCity; index += 1) indexes.set(ids.at(index), index);
  for (let index = firstGroup; index < ids.count; index += 1) indexes.set(ids.at(index), index);

  const groups = Array.from({ length: ids.count - firstGroup }, (_, number) => ({
    id: ids.at(firstGroup + number),
    members: new Set(members.subarray(memberOffsets[number], memberOffsets[number + 1])),
  }));

  function indexOf(id: string): number | undefined {
    if (!/^\d+$/.test(id)) return indexes.get(id);
    const wanted = Buffer.from(id);
    // Compare the digits instead of numbers, which would be created at each step.
    const index = lowerBound(
      firstCity,
      firstGroup,
      (middle) => ids.lengthAt(middle) - wanted.length || ids.compare(middle, wanted),
    );
    return index < firstGroup && ids.at(index) === id ? index : undefined;
  }

  function kindOf(index: number): AreaKind {
    if (index >= firstGroup) return 'group';
    if (index >= firstCity) return 'city';
    if (index >= firstCounty) return 'county';
    return country[index] === index ? 'country' : 'region';
  }

  const idsOf = (kind: AreaKind) =>
    [...indexes].flatMap(([id, index]) => (kindOf(index) === kind ? [id] : []));

  function areaAt(index: number): Area {
    const countryId = ids.at(country[index] ?? 0);
    const regionId = ids.at(region[index] ?? 0);
    const countyId = ids.at(county[index] ?? 0);
    const zoneName = zones.at(zone[index] ?? 0);
    return {
      id: ids.at(index),
      kind: kindOf(index),
      name: labels.at(index),
      ...(countryId && { country: countryId }),
      ...(regionId && { region: regionId }),
      ...(countyId && { county: countyId }),
      latitude: latitude[index] ?? 0,
      longitude: longitude[index] ?? 0,
      people: people[index] ?? 0,
      ...(zoneName && { zone: zoneName }),
    };
  }

  /** Whether an area, its region or its country is one of the members. */
  const lies = (index: number, members: Set<number>) =>
    [index, region[index], country[index]].some((each) => each && members.has(each));

  function groupsOf(area: Area): string[] {
    const own = groups.find(({ id }) => id === area.id);
    const parts = own ? [...own.members] : [indexOf(area.id) ?? -1];
    if (parts.length === 0) return [];
    return groups
      .filter(({ id, members }) => id !== area.id && parts.every((part) => lies(part, members)))
      .map(({ id }) => id);
  }

  const firstName = (text: string) => {
    const wanted = Buffer.from(text);
    return lowerBound(0, names.count, (middle) => names.compare(middle, wanted));
  };

  const referencesAt = (name: number) =>
    references.subarray(referenceOffsets[name], referenceOffsets[name + 1]);

  /** The references of all names that begin with a folded prefix. */
  const referencesFrom = (folded: string) =>
    references.subarray(
      referenceOffsets[firstName(folded)],
      referenceOffsets[firstName(`${folded}\uffff`)],
    );

  const isCounty = (index: number) => index >= firstCounty && index < firstCity;

  /** The references of a name: four times the index of an area, plus `IS_OWN` and `IS_USUAL`. */
  function referencesOf(name: string): number[] {
    const folded = foldPlaceName(name);
    const found = firstName(folded);
    if (!folded || found === names.count || names.at(found) !== folded) return [];
    return Array.from(referencesAt(found));
  }

  return {
    get(id) {
      const index = indexOf(id);
      return index === undefined ? undefined : areaAt(index);
    },
    named(name) {
      return referencesOf(name)
        .filter((reference) => !isCounty(reference >> 2))
        .map((reference) => ({
          area: areaAt(reference >> 2),
          isOwn: (reference & IS_OWN) > 0,
          ...((reference & IS_USUAL) > 0 && { isUsual: true }),
        }));
    },
    counties(name) {
      return referencesOf(name)
        .map((reference) => reference >> 2)
        .filter(isCounty)
        .map((index) => ({
          area: areaAt(region[index] ?? 0),
          isOwn: true,
          county: ids.at(index),
        }));
    },
    startingWith(prefix, ids) {
      const folded = foldPlaceName(prefix);
      if (prefix && !folded) return [];
      const wanted = new Map(Array.from(ids, (id) => [indexOf(id), id]));
      const found = new Set<string>();
      for (const reference of referencesFrom(folded)) {
        const id = wanted.get(reference >> 2);
        if (id !== undefined) found.add(id);
      }
      return [...found];
    },
    largestStartingWith(prefix, most) {
      const folded = foldPlaceName(prefix);
      if (!folded) return [];
      const found = new Map<number, number>();
      for (const reference of referencesFrom(folded)) {
        const index = reference >> 2;
        if (!isCounty(index)) found.set(index, (found.get(index) ?? 0) | (reference & IS_OWN));
      }
      return [...found]
        .map(([index, own]) => ({ index, weight: (people[index] ?? 0) * (own ? OWN_NAME : 1) }))
        .sort((a, b) => b.weight - a.weight)
        .slice(0, most)
        .map(({ index }) => areaAt(index));
    },
    similar(name, most) {
      const wanted = foldPlaceName(name);
      const found = new Map<number, number>();
      const [first = ''] = wanted;
      for (let index = firstName(first); index < names.count; index += 1) {
        if (Math.abs(names.lengthAt(index) - wanted.length) > most) continue;
        const text = names.at(index);
        if (!text.startsWith(first)) break;
        const differs = countTypingErrors(text, wanted);
        if (differs > most) continue;
        for (const reference of referencesAt(index)) {
          const area = reference >> 2;
          if (isCounty(area)) continue;
          found.set(area, Math.min(differs, found.get(area) ?? most));
        }
      }
      return [...found]
        .sort(([a, near], [b, far]) => near - far || (people[b] ?? 0) - (people[a] ?? 0))
        .slice(0, MAX_SIMILAR)
        .map(([area]) => areaAt(area));
    },
    contains(outer, inner) {
      if (outer.kind === 'group' && inner.id !== outer.id) {
        return groupsOf(inner).includes(outer.id);
      }
      return [inner.id, inner.region, inner.country].includes(outer.id);
    },
    groupsOf,
    membersOf(id) {
      const group = groups.find((each) => each.id === id);
      return [...(group?.members ?? [])].map((index) => ids.at(index));
    },
    countries: () => idsOf('country'),
    regionsOf(id) {
      return idsOf('region').filter((region) => region.startsWith(`${id}.`));
    },
    near(point, kilometers) {
      const found: string[] = [];
      for (let index = firstCity; index < firstGroup; index += 1) {
        const north = latitude[index] ?? 0;
        if (Math.abs(north - point.latitude) * KILOMETERS_PER_DEGREE > kilometers) continue;
        const place = { latitude: north, longitude: longitude[index] ?? 0 };
        if (kilometersBetween(place, point) <= kilometers) found.push(ids.at(index));
      }
      return found;
    },
  };
}

/**
 * The number of typing errors between two names. Two adjacent letters in the wrong order, as in "Candaa", are one error.
 */
function countTypingErrors(name: string, typed: string): number {
  const edits = distance(name, typed);
  if (edits !== 2 || name.length !== typed.length) return edits;
  let at = 0;
  while (name[at] === typed[at]) at += 1;
  return name[at] === typed[at + 1] && name[at + 1] === typed[at] ? 1 : edits;
}

/** How much more a usual name counts than a historical or foreign one, as a factor of the number of people. */
const OWN_NAME = 20;

/** The maximum number of areas with similar names. */
const MAX_SIMILAR = 100;

/** The bits of a reference, before the index of its area. */
const IS_OWN = 1;
const IS_USUAL = 2;

/** The length of a degree of latitude (kilometers). */
const KILOMETERS_PER_DEGREE = 111;

/** Binary search: the first index for which `compare` is not negative. */
function lowerBound(low: number, high: number, compare: (index: number) => number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(middle) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
