import { LRUCache } from 'lru-cache';
import { best, isObscure } from './best-area.ts';
import type { Area, Gazetteer, Named } from './gazetteer.ts';
import {
  ALTERNATIVES,
  AMBIGUOUS_COUNTRY,
  AROUND,
  EXCLUDES,
  HYBRID,
  IGNORED,
  MANNER,
  OFFICE,
  ON_SITE,
  PARTS,
  REMOTE,
} from './location-words.ts';

/** What the text of a location says about where people work. */
export type Location = {
  /** The text as written. */
  text: string;
  /** The places that the text names, in order and without duplicates. */
  places: LocatedPlace[];
  /** Whether people may work from home. */
  remote: boolean;
  /** Whether people work partly at home. */
  hybrid: boolean;
  /** Whether people work only on site. */
  onSite: boolean;
  /** Whether the text names an office, or promises remote work only in part. */
  office: boolean;
  /** The parts of the text that name no known place. */
  unknown: string[];
};

export type LocatedPlace = {
  area: Area;
  /** The text as written. */
  text: string;
  /** Whether the text says "remote" beside this place. */
  remote: boolean;
};

/**
 * A code such as `CA` may mean a country or a region. A city in the country is chosen only if it has this many times as
 * many people as the city in the region.
 */
const CODE_OF_REGION = 100;

/**
 * If only the country of an ambiguous code has a city of this name, the code is read as the country only if the city has at
 * least this many people. In "Vernon, CA", `CA` is California, although the gazetteer has only a small Vernon in Canada.
 */
const KNOWN_CITY = 100_000;

/**
 * A city outside of the named region or country is chosen only if it has this many times as many people as the city
 * inside.
 */
const NAMESAKE = 50;

/** How many parts after a place may say where it is: the region, the country, and one more. */
const MAX_CONTAINERS = 3;

/** A part of a location. `remote` is true if "remote" is beside the name, as in "Remote Canada". */
type Part = { text: string; named: Named[]; remote: boolean };

/**
 * The maximum size of the cache of locations: the total length of the cached texts (characters), plus 100 for what was
 * read from each.
 */
const MAX_CACHED_CHARACTERS = 500_000;

/** The result depends only on the text, because a process has a single gazetteer. */
const cache = new LRUCache<string, Readonly<Location>, Gazetteer>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, text) => text.length + 100,
  memoMethod: (text, _, { context }) => parseLocation(text, context),
});

/**
 * Reads the text of a location, such as "Berlin; Remote (US)". Locations are cached, because most jobs of an employer are
 * at the same few places.
 * @param text on one line
 */
export function readLocation(text: string, gazetteer: Gazetteer): Readonly<Location> {
  return cache.memo(text, { context: gazetteer });
}

function parseLocation(text: string, gazetteer: Gazetteer): Location {
  const chunks = splitAlternatives(text.normalize('NFC').replace(/\s+/g, ' ').trim(), gazetteer);
  const readings = chunks.map((chunk) => readChunk(chunk, gazetteer));
  const country = commonCountry(readings.flatMap(({ found }) => found));
  const places: LocatedPlace[] = [];
  const unknown: string[] = [];
  for (const reading of readings) {
    for (const found of reading.found) {
      const area = best(found.named, country);
      const countryOfOthers = () =>
        commonCountry(readings.flatMap((each) => each.found).filter((each) => each !== found));
      const isUnlikely = area && !found.contained && isObscure(area, found.named, countryOfOthers);
      if (!area || isUnlikely) unknown.push(found.text);
      else if (!places.some((place) => place.area.id === area.id)) {
        places.push({ area, text: found.text, remote: reading.remote });
      }
    }
    unknown.push(...reading.unknown);
  }
  return {
    text,
    places,
    remote: REMOTE.test(text) || places.some(({ area }) => area.id === 'WORLD'),
    hybrid: HYBRID.test(text),
    onSite: ON_SITE.test(text),
    office: OFFICE.test(text),
    unknown,
  };
}

/** Splits a list of places, except a name such as "Bosnia and Herzegovina". */
function splitAlternatives(text: string, gazetteer: Gazetteer): string[] {
  return text
    .split(/[;|•·]/)
    .flatMap((piece) =>
      gazetteer.named(cleaned(piece)).length > 0 ? [piece] : splitWords(piece, gazetteer),
    )
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** Splits a text at words such as "or", except within a part that is a name as a whole. */
function splitWords(text: string, gazetteer: Gazetteer): string[] {
  const segments = text.split(',');
  const protectedText = segments
    .map((segment) =>
      gazetteer.named(cleaned(segment)).length > 0
        ? segment.replace(/\s(and|&|or|y|et)\s/giu, '\u2060$1\u2060')
        : segment,
    )
    .join(',');
  return protectedText.split(ALTERNATIVES).map((piece) => piece.replaceAll('\u2060', ' '));
}

/** A place that was found. `contained` is true if the text says which region or country contains it. */
type Found = { text: string; named: Named[]; contained: boolean };
/** The state of reading. `containers` is the country or region that came first, as in "Germany: Berlin, Munich". */
type Reading = { found: Found[]; unknown: string[]; remote: boolean; containers?: Named[] };

function readChunk(chunk: string, gazetteer: Gazetteer): Reading {
  const remote = REMOTE.test(chunk);
  const reading: Reading = { found: [], unknown: [], remote };
  if (EXCLUDES.test(chunk)) return { ...reading, unknown: [chunk] };
  const whole = lookUp(chunk, gazetteer);
  if (whole.length > 0) {
    return { ...reading, found: [{ text: chunk, named: whole, contained: false }] };
  }
  const parts = chunk
    .split(PARTS)
    .map((written): Part => {
      const text = cleaned(written);
      return { text, named: lookUp(text, gazetteer), remote: REMOTE.test(written) };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !IGNORED.test(text))
    .flatMap((part) => splitContainer(part, gazetteer));
  for (let index = 0; index < parts.length; ) {
    index = readParts(parts, index, reading, gazetteer);
  }
  return reading;
}

/** Reads the place at `start` and the areas after it that contain it. Returns the index of the next place. */
function readParts(parts: Part[], start: number, reading: Reading, gazetteer: Gazetteer): number {
  const part = parts[start];
  if (!part) return start + 1;
  const following = parts[start + 1];
  const next = following && !following.remote ? following.named : [];
  const all = part.named.length > 0 ? part.named : inAddress(part.text, next, gazetteer);
  let named = all;
  if (named.length === 0) {
    reading.unknown.push(part.text);
    return start + 1;
  }
  let end = start + 1;
  for (let at = end; at < Math.min(parts.length, start + 1 + MAX_CONTAINERS); at += 1) {
    const container = parts[at];
    if (!container || container.remote) break;
    const again = narrow(named, container.named, gazetteer);
    // In "Santiago, Santiago Metropolitan Region, Chile", the country has priority over a region of the same name
    // elsewhere.
    const isCountry = best(container.named, undefined)?.kind === 'country';
    const narrowed =
      again.length > 0 || !isCountry ? again : narrow(all, container.named, gazetteer);
    if (narrowed.length === 0 || isList(all, narrowed, container.named)) continue;
    const between = parts.slice(again.length > 0 ? end : start + 1, at);
    if (between.some((each) => isPlaceIn(each, container, narrowed, gazetteer))) break;
    named = narrowed;
    end = at + 1;
  }
  const text = parts
    .slice(start, end)
    .map((each) => each.text)
    .join(', ');
  if (end === start + 1 && isElsewhere(named, next)) {
    // The gazetteer knows places of this name only outside of the container.
    reading.unknown.push(part.text);
    return end;
  }
  const previous = reading.found.at(-1);
  const before = reading.containers ?? containersOf(previous?.named ?? []);
  const inside = within(before, named, gazetteer);
  // In "Germany, Berlin", the container comes first. It does not count as a place unless people work remotely in it.
  if (inside.length > 0 && !reading.containers && !reading.remote) reading.found.pop();
  if (inside.length > 0) reading.containers = before;
  const contained = end > start + 1 || inside.length > 0 || part.named.length === 0;
  reading.found.push({ text, named: inside.length > 0 ? inside : named, contained });
  return end;
}

/** Whether a part between a place and its container is a different place: "Boston, Chicago, USA". */
function isPlaceIn(part: Part, container: Part, named: Named[], gazetteer: Gazetteer): boolean {
  const inside = narrow(part.named, container.named, gazetteer);
  return (
    inside.length > 0 &&
    narrow(named, inside, gazetteer).length === 0 &&
    !inside.some(({ area }) => named.some((each) => each.area.id === area.id))
  );
}

/** Whether the parts are a list: "Boston, New York" means two cities, although there is a small Boston in New York. */
function isList(named: Named[], narrowed: Named[], containers: Named[]): boolean {
  const largest = best(named, undefined);
  const inside = best(narrowed, undefined);
  const container = best(containers, undefined);
  if (!largest || !inside || !container || inside.people * NAMESAKE >= largest.people) return false;
  return container.kind === 'city' || (container.kind === 'country' && largest.kind === 'country');
}

/**
 * Whether all areas are small and the next part is a region or country. The caller has found that it contains none of
 * them.
 */
function isElsewhere(named: Named[], next: Named[]): boolean {
  const following = best(next, undefined);
  return (
    (following?.kind === 'region' || following?.kind === 'country') &&
    named.every(({ area }) => area.people < KNOWN_CITY)
  );
}

/** The countries and regions with a name, unless the name means a city. */
function containersOf(named: Named[]): Named[] {
  return best(named, undefined)?.kind === 'city'
    ? []
    : named.filter(({ area }) => area.kind !== 'city');
}

/** Returns the areas that are in a container, or none if a much larger place of the same name is elsewhere. */
function within(containers: Named[], named: Named[], gazetteer: Gazetteer): Named[] {
  const inside = narrow(named, containers, gazetteer);
  const largest = best(named, undefined);
  const meant = best(inside, undefined);
  return largest && meant && meant.people * NAMESAKE >= largest.people ? inside : [];
}

/**
 * The areas that are in one of the containers. The code of a region has priority over the code of a country: "Ontario,
 * CA".
 */
function narrow(named: Named[], containers: Named[], gazetteer: Gazetteer): Named[] {
  const inside = (kind: 'country' | 'region') =>
    named.filter(({ area }) =>
      containers.some(
        ({ area: container }) =>
          container.kind === kind &&
          container.id !== area.id &&
          gazetteer.contains(container, area),
      ),
    );
  const inRegion = inside('region');
  const inCountry = inside('country');
  const isAmbiguous = containers.some(({ area }) => area.kind === 'region');
  if (inRegion.length === 0) {
    return isAmbiguous ? inCountry.filter(({ area }) => area.people >= KNOWN_CITY) : inCountry;
  }
  if (inCountry.length === 0) return inRegion;
  const largest = (list: Named[]) => Math.max(...list.map(({ area }) => area.people));
  return largest(inRegion) * CODE_OF_REGION >= largest(inCountry) ? inRegion : inCountry;
}

/** The city at the end of an address, such as "21 Milk St Boston", if it is in a container. */
function inAddress(text: string, containers: Named[], gazetteer: Gazetteer): Named[] {
  const words = text.split(' ');
  for (let first = 1; first < words.length; first += 1) {
    const named = narrow(lookUp(words.slice(first).join(' '), gazetteer), containers, gazetteer);
    if (named.length > 0) return named;
  }
  return [];
}

/** Splits texts such as "Windsor UK", "Seattle Washington" and "FL 32159". */
function splitContainer(part: Part, gazetteer: Gazetteer): Part[] {
  if (part.named.length > 0) return [part];
  const text = part.text.replace(/\s+\d{4,6}(?:-\d{4})?$/, '').replace(/^\d{4,6}\s+/, '');
  const named = lookUp(text, gazetteer);
  if (named.length > 0) return [{ ...part, text, named }];
  const hyphenated = text
    .split('-')
    .map((each) => ({ ...part, text: each, named: lookUp(each, gazetteer) }));
  if (
    hyphenated.length > 1 &&
    hyphenated.some((each) => best(each.named, undefined)?.kind === 'country')
  ) {
    return hyphenated;
  }
  const words = text.split(' ');
  for (let last = 1; last < words.length; last += 1) {
    const container = words.slice(last).join(' ');
    const containers = lookUp(container, gazetteer).filter(
      ({ area }) => area.kind !== 'city' && area.kind !== 'group',
    );
    if (containers.length === 0) continue;
    const place = words.slice(0, last).join(' ');
    const inside = narrow(lookUp(place, gazetteer), containers, gazetteer);
    const found = inside.length > 0 ? inside : inAddress(place, containers, gazetteer);
    if (found.length > 0) return [{ ...part, text, named: found }];
  }
  return [{ ...part, text, named: [] }];
}

function lookUp(text: string, gazetteer: Gazetteer): Named[] {
  const clean = cleaned(text);
  if (/^[^\p{L}]*\p{Ll}{1,2}[^\p{L}]*$/u.test(clean) || IGNORED.test(clean)) return [];
  if (/^[A-Z]{2}$/.test(clean)) return namedByCode(clean, gazetteer);
  const named = gazetteer.named(clean);
  const known = /^\p{Script=Latin}{1,3}$/u.test(clean) ? named.filter(({ isOwn }) => isOwn) : named;
  if (known.length > 0) return known;
  const around = clean.replace(AROUND, '').trim();
  return around && around !== clean
    ? gazetteer.named(around).filter(({ area, isOwn }) => isOwn && area.kind !== 'group')
    : [];
}

/**
 * The areas with a code such as `CO`. A region of the United States has priority, because most codes are in addresses
 * there.
 */
function namedByCode(code: string, gazetteer: Gazetteer): Named[] {
  const named = gazetteer.named(code).filter(({ isOwn }) => isOwn);
  return named.map((each) => ({
    ...each,
    isOwn: each.area.country === 'US' || named.every(({ area }) => area.country !== 'US'),
  }));
}

function cleaned(text: string): string {
  return text
    .replace(MANNER, ' ')
    .replace(/^[\s,.:;–—-]+|[\s,:;–—-]+$/gu, '')
    .replace(/^(?:in|the|from|at|near|around|of|\/)\s+/iu, '')
    .replace(/\s+(?:in|at|of|the|from)$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The most frequent country of the places whose country is certain. */
function commonCountry(places: Found[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { named } of places) {
    const countries = new Set(named.map(({ area }) => area.country));
    const [only] = countries;
    if (countries.size === 1 && only) counts.set(only, (counts.get(only) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** The minimum number of people of a city that is recognized at the end of another name. */
const LARGE_CITY = 300_000;

/**
 * The places in unknown names, such as "Big Canada Tower" and "Shops Winnipeg": a country, or a large city at the end.
 * These are less certain than what `readLocation` finds.
 */
export function placesInNames(names: string[], gazetteer: Gazetteer): Area[] {
  const areas = names
    .filter((name) => !EXCLUDES.test(name))
    .flatMap((name) => {
      const words = name.split(' ');
      const ends = words.slice(1).map((_, index) => words.slice(index + 1).join(' '));
      const areaOf = (text: string) =>
        /^\p{Lu}\p{L}{3}/u.test(text) && !AMBIGUOUS_COUNTRY.test(text)
          ? best(
              gazetteer.named(text).filter(({ isOwn }) => isOwn),
              undefined,
            )
          : undefined;
      const city = ends
        .map(areaOf)
        .find((area) => area?.kind === 'city' && area.people >= LARGE_CITY);
      const country = words.map(areaOf).find((area) => area?.kind === 'country');
      return city ?? country ?? [];
    });
  return [...new Map(areas.map((area) => [area.id, area])).values()];
}
