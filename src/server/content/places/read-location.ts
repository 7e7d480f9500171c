import { LRUCache } from 'lru-cache';
import { best, isObscure } from './best-area.ts';
import { kilometersBetween } from './distance.ts';
import type { Area, Gazetteer, Named } from './gazetteer.ts';
import {
  ABBREVIATIONS,
  ALTERNATIVES,
  AMBIGUOUS_COUNTRY,
  AROUND,
  EXCLUDES,
  HYBRID,
  IGNORED,
  JOINER,
  MANNER,
  MUST,
  OFFICE,
  ON_SITE,
  PARTS,
  PREFERRED,
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
  /** The places that the text excludes, as in "US (except Colorado)". */
  excluded: Area[];
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

/** The maximum number of words of a name that is recognized after other words. It bounds the time for hostile texts. */
const MAX_WORDS = 12;

/**
 * A part of a location. `remote` is true if "remote" is beside the name, as in "Remote Canada". `segment` is the number
 * of commas before the part; `isRemoteSegment` is true if "remote" is between the same commas, as in "Remote (Canada)".
 */
type Part = {
  text: string;
  named: Named[];
  remote: boolean;
  segment: number;
  isRemoteSegment: boolean;
  isPreferred: boolean;
};

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
  const { included, excluded } = splitExclusion(normalized(text), gazetteer);
  const chunks = splitAlternatives(included, gazetteer);
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
  // In "Anywhere (US/CAN)", the countries say where anywhere is.
  const isRestricted = places.some(({ area }) => area.id !== 'WORLD' && area.kind !== 'city');
  return {
    text,
    places: isRestricted ? places.filter(({ area }) => area.id !== 'WORLD') : places,
    remote: REMOTE.test(text) || places.some(({ area }) => area.id === 'WORLD'),
    hybrid: HYBRID.test(text),
    onSite: ON_SITE.test(text),
    office: OFFICE.test(included),
    unknown,
    excluded,
  };
}

/** Matches the exclusion of places at the end of a location: "US (not available in CO)", "Anywhere except Germany". */
const EXCLUSION =
  /[\s,;(–-]+(?:not available in|not open (?:to|in)|not eligible in|unavailable in|excluding|excl\.?|except(?: for| in)?|ausgenommen|außer|sauf|hors|excepto|salvo|tranne) ([^()]{2,200})\)?$/iu;

/** Separates the places that a text excludes. If they are not all known, the text stays whole. */
function splitExclusion(
  text: string,
  gazetteer: Gazetteer,
): { included: string; excluded: Area[] } {
  const match = EXCLUSION.exec(text);
  if (!match?.[1]) return { included: text, excluded: [] };
  const { places, unknown } = parseLocation(match[1], gazetteer);
  return places.length > 0 && unknown.length === 0
    ? { included: text.slice(0, match.index), excluded: places.map(({ area }) => area) }
    : { included: text, excluded: [] };
}

function normalized(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s_]+/g, ' ')
    // "Joinville/SC" is a city with the code of its region.
    .replace(/(?<=\p{Ll})\/(?=[A-Z]{2}(?!\p{L}))/gu, ', ')
    .trim();
  return ABBREVIATIONS.reduce(
    (written, { pattern, expansion }) => written.replace(pattern, expansion),
    line,
  );
}

/** Splits a list of places, except a name such as "Bosnia and Herzegovina". */
function splitAlternatives(text: string, gazetteer: Gazetteer): string[] {
  return text
    .split(/[;|•·]/)
    .flatMap((piece) => (isName(piece, gazetteer) ? [piece] : splitWords(piece, gazetteer)))
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** Whether a text is the name of an area or county, such as "Tyne & Wear". */
function isName(text: string, gazetteer: Gazetteer): boolean {
  const clean = cleaned(text);
  const isCounty = () => clean.includes(' ') && gazetteer.counties(clean).length > 0;
  return gazetteer.named(clean).length > 0 || isCounty();
}

/** Splits a text at words such as "or", except within a part that is a name as a whole. */
function splitWords(text: string, gazetteer: Gazetteer): string[] {
  const segments = text.split(',');
  const protectedText = segments
    .map((segment) =>
      isName(segment, gazetteer) ? segment.replace(JOINER, '\u2060$1\u2060') : segment,
    )
    .join(',');
  return protectedText
    .replace(/([^/]+)\/([^/]+)/gu, (written, container: string, place: string) =>
      isPlaceWithin(place, container, gazetteer) ? `${container}, ${place}` : written,
    )
    .split(ALTERNATIVES)
    .map((piece) => piece.replaceAll('\u2060', ' '));
}

/** Whether a country or region contains a place, as in "Germany/Berlin". */
function isPlaceWithin(place: string, container: string, gazetteer: Gazetteer): boolean {
  const named = lookUp(place, gazetteer);
  return within(containersOf(lookUp(container, gazetteer)), named, gazetteer).length > 0;
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
    .split(',')
    .flatMap((written, segment) => {
      const isRemoteSegment = REMOTE.test(written);
      return written.split(PARTS).map((part): Part => {
        const text = cleaned(part);
        const named = lookUp(text, gazetteer);
        return {
          text,
          named,
          remote: REMOTE.test(part),
          segment,
          isRemoteSegment,
          isPreferred: PREFERRED.test(part),
        };
      });
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !IGNORED.test(text))
    .flatMap((part) => splitContainer(part, gazetteer));
  // In "Europe, Germany preferred", people may be anywhere in Europe.
  const isWide = parts.some(({ named, isPreferred }) => named.length > 0 && !isPreferred);
  const counted = isWide ? parts.filter(({ isPreferred }) => !isPreferred) : parts;
  for (let index = 0; index < counted.length; ) {
    index = readParts(counted, index, reading, gazetteer);
  }
  return reading;
}

/** Reads the place at `start` and the areas beside it that contain it. Returns the index of the next place. */
function readParts(parts: Part[], start: number, reading: Reading, gazetteer: Gazetteer): number {
  const chain = readLargestFirst(parts, start, gazetteer);
  if (!chain && isGroupOfChain(parts, start, gazetteer)) return start + 1;
  const first = chain?.end ?? start + 1;
  const part = parts[first - 1];
  if (!part) return first;
  const following = parts[first];
  const next =
    following && !following.remote && !LETTER.test(following.text) ? following.named : [];
  const all =
    chain?.named ?? (part.named.length > 0 ? part.named : inAddress(part.text, next, gazetteer));
  if (all.length === 0 || (!chain && LETTER.test(part.text))) {
    reading.unknown.push(part.text);
    return first;
  }
  const { named, end } = readContainers(all, parts, first, gazetteer);
  const text = parts
    .slice(start, end)
    .map((each) => each.text)
    .join(', ');
  const isCode = /^[A-Z]{2}$/.test(following?.text ?? '');
  const isAbroad = isCode && isEnd(parts.slice(first + 1), next) && isCodeAbroad(named, next);
  if (!chain && end === first && (isAbroad || isElsewhere(named, next))) {
    // The gazetteer knows places of this name only outside of the container.
    reading.unknown.push(part.text);
    return end;
  }
  const inside = reading.containers ? within(reading.containers, named, gazetteer) : [];
  if (chain) {
    reading.containers = chain.containers;
    // In "Remote (Germany), Berlin", people may work anywhere in the country.
    const isApart = parts[start]?.segment !== part.segment;
    if (parts[start]?.isRemoteSegment && isApart) reading.found.push(chain.outermost);
  }
  const contained = end > start + 1 || inside.length > 0 || part.named.length === 0;
  reading.found.push({ text, named: inside.length > 0 ? inside : named, contained });
  return end;
}

/** Matches codes such as `V` for Vorarlberg, which say where a place is but are no places by themselves. */
const LETTER = /^[A-Z]$/;

/** Areas of which each contains the next, as in "US, CA, Santa Clara". */
type Chain = { named: Named[]; containers: Named[]; outermost: Found; end: number };

/** Reads a country or region with a place in it after it. Such a container is no place of its own. */
function readLargestFirst(parts: Part[], start: number, gazetteer: Gazetteer): Chain | undefined {
  const first = parts[start];
  const containers = containersOf(first?.named ?? []);
  if (!first || containers.length === 0) return undefined;
  let levels = [containers];
  let end = start + 1;
  for (let part = parts[end]; part; part = parts[end]) {
    const last: Named[] = levels.at(-1) ?? [];
    const inside = within(last, part.named, gazetteer);
    // A later part decides what an ambiguous code means: in "CA - Ontario - Toronto", CA is Canada.
    const any = [...narrowBy('region', part.named, last), ...narrowBy('country', part.named, last)];
    const after = parts[end + 1];
    const confirmed = after ? narrow(after.named, containersAmong(any), gazetteer) : [];
    const chosen = confirmed.length > 0 ? any : inside;
    if (chosen.length === 0) break;
    levels = [...levels, chosen];
    end += 1;
    if (containersAmong(chosen).length === 0) break;
  }
  const named = levels.at(-1);
  if (!named || levels.length === 1) return undefined;
  const outermost = { text: first.text, named: first.named, contained: false };
  return { named, containers, outermost, end };
}

/** Reads the areas from `start` on that contain a place, and chooses the places with its name that are in them. */
function readContainers(
  all: Named[],
  parts: Part[],
  start: number,
  gazetteer: Gazetteer,
): { named: Named[]; end: number } {
  let named = all;
  let end = start;
  for (let at = start; at < Math.min(parts.length, start + MAX_CONTAINERS); at += 1) {
    const container = parts[at];
    if (!container || container.remote) break;
    const again = narrow(named, container.named, gazetteer);
    // In "Santiago, Santiago Metropolitan Region, Chile", the country has priority over a region of the same name
    // elsewhere.
    const isCountry = best(container.named, undefined)?.kind === 'country';
    const narrowed =
      again.length > 0 || !isCountry ? again : narrow(all, container.named, gazetteer);
    if (narrowed.length === 0 && at === end && isCodeNearby(container, named)) {
      end = at + 1;
      continue;
    }
    if (narrowed.length === 0 || isList(all, narrowed, container.named)) continue;
    const between = parts.slice(again.length > 0 ? end : start, at);
    if (between.some((each) => isPlaceIn(each, container, narrowed, gazetteer))) break;
    named = narrowed;
    end = at + 1;
  }
  return { named, end };
}

/** Whether a group is followed only by a country in it and by a place there: "EMEA - Germany - Berlin". */
function isGroupOfChain(parts: Part[], start: number, gazetteer: Gazetteer): boolean {
  if (parts.length < start + 3) return false;
  const group = best(parts[start]?.named ?? [], undefined);
  const country = best(parts[start + 1]?.named ?? [], undefined);
  return (
    group?.kind === 'group' &&
    country?.kind === 'country' &&
    gazetteer.contains(group, country) &&
    readLargestFirst(parts, start + 1, gazetteer)?.end === parts.length
  );
}

/** The countries where texts list regions by their codes, as in "SF, NY". */
const LISTS_OF_CODES = /^(?:US|CA)$/;

/**
 * Whether a part is the code of a region in the country of a city, although that region does not contain it:
 * "Hyderabad, AP". Such a code is outdated, and no second place.
 */
function isCodeNearby(part: Part, named: Named[]): boolean {
  const city = best(named, undefined);
  return (
    /^[A-Z]{2,3}$/.test(part.text) &&
    city?.kind === 'city' &&
    city.people >= KNOWN_CITY &&
    !LISTS_OF_CODES.test(city.country ?? '') &&
    part.named.some(({ area }) => area.kind === 'region' && area.country === city.country)
  );
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
    best(named, undefined)?.kind === 'city' &&
    named.every(({ area, isOwn }) => !isOwn || area.people < KNOWN_CITY)
  );
}

/** Whether nothing follows a region but its country. */
function isEnd(others: Part[], region: Named[]): boolean {
  const country = best(region, undefined)?.country;
  return others.every(({ named }) => best(named, undefined)?.id === country);
}

/** Codes that also abbreviate cities, as in "London, NY". */
const CODES_OF_CITIES = /^US\.(?:NY|DC|LA)$/;

/**
 * Whether the code of a state or province in the US or Canada follows a city in another country: "Berlin, CT". The text
 * probably means a small place of that name.
 */
function isCodeAbroad(named: Named[], next: Named[]): boolean {
  const code = best(next, undefined);
  const city = best(named, undefined);
  return (
    code?.kind === 'region' &&
    LISTS_OF_CODES.test(code.country ?? '') &&
    !CODES_OF_CITIES.test(code.id) &&
    city?.kind === 'city' &&
    !LISTS_OF_CODES.test(city.country ?? '')
  );
}

/** The countries, regions and counties with a name, unless the name means a city or a group. */
function containersOf(named: Named[]): Named[] {
  const meant = best(named, undefined)?.kind;
  return meant === 'city' || meant === 'group' ? [] : containersAmong(named);
}

function containersAmong(named: Named[]): Named[] {
  return named.filter(({ area }) => area.kind === 'country' || area.kind === 'region');
}

/** Returns the areas that are in a container, or none if a much larger place of the same name is elsewhere. */
function within(containers: Named[], named: Named[], gazetteer: Gazetteer): Named[] {
  const inside = narrow(named, containers, gazetteer);
  const largest = best(named, undefined);
  const meant = best(inside, undefined);
  return largest && meant && meant.people * NAMESAKE >= largest.people ? inside : [];
}

/**
 * The areas that are in one of the containers. A county has priority over a region, and the code of a region over the
 * code of a country: "Ontario, CA".
 */
function narrow(named: Named[], containers: Named[], gazetteer: Gazetteer): Named[] {
  const inCounty = narrowBy('county', named, containers);
  if (inCounty.length > 0) return inCounty;
  const inRegion = narrowBy('region', named, containers);
  const inCountry = narrowBy('country', named, containers);
  if (inRegion.length === 0 && inCountry.length === 0) {
    return inRegionOfCounty(named, containers, gazetteer);
  }
  const isAmbiguous =
    containers.some(({ area }) => area.kind === 'region') &&
    best(containers, undefined)?.kind !== 'country';
  if (inRegion.length === 0) {
    return isAmbiguous ? inCountry.filter(({ area }) => area.people >= KNOWN_CITY) : inCountry;
  }
  if (inCountry.length === 0) return inRegion;
  const largest = (list: Named[]) => Math.max(...list.map(({ area }) => area.people));
  return largest(inRegion) * CODE_OF_REGION >= largest(inCountry) ? inRegion : inCountry;
}

/** The areas that are in one of the containers of a kind. */
function narrowBy(
  kind: 'county' | 'region' | 'country',
  named: Named[],
  containers: Named[],
): Named[] {
  const isOfKind = ({ area, county }: Named) =>
    kind === 'county' ? county !== undefined : county === undefined && area.kind === kind;
  const ids = new Set(
    containers.filter(isOfKind).map(({ area, county }) => (kind === 'county' ? county : area.id)),
  );
  const inside = named.filter(
    ({ area, county }) =>
      area[kind] !== undefined && ids.has(area[kind]) && !ids.has(county ?? area.id),
  );
  // Within a region, a name rarely means a place that has it only in another language or had it before.
  const own =
    kind === 'country' ? [] : inside.filter(({ isOwn, county }) => isOwn && county === undefined);
  return own.length > 0 ? own : inside;
}

/**
 * The areas in the region of a county, because the borders of counties change. A county with the name of one of its
 * cities may be that city: "Liverpool, Manchester".
 */
function inRegionOfCounty(named: Named[], containers: Named[], gazetteer: Gazetteer): Named[] {
  const counties = containers.filter(
    ({ county }) =>
      county !== undefined &&
      !containers.some(({ area }) => area.kind === 'city' && area.county === county),
  );
  const regions = counties.map(({ area }) => area);
  return named.filter(
    ({ area }) =>
      area.kind === 'city' && regions.some((region) => gazetteer.contains(region, area)),
  );
}

/** The city at the end of an address, such as "21 Milk St Boston", if it is in a container. */
function inAddress(text: string, containers: Named[], gazetteer: Gazetteer): Named[] {
  const words = text.split(' ');
  for (let first = Math.max(1, words.length - MAX_WORDS); first < words.length; first += 1) {
    const named = narrow(lookUp(words.slice(first).join(' '), gazetteer), containers, gazetteer);
    if (named.length > 0) return named;
  }
  return [];
}

/** Matches postal codes before a city: "80331 München", "D-80331 München", "111 22 Stockholm", "1017 AB Amsterdam". */
const POSTCODE_BEFORE =
  /^(?:[A-Z]{1,3}[- ])?(?:\d{3} \d{2}|\d{2}-\d{3}|\d{4,6}(?:-\d{3,4})?)(?: [A-Z]{2})?\s+(?=\p{L})/u;

/** Matches postal codes after a city: "FL 32159", "London SW1A 1AA", "ON M5V 2T6". */
const POSTCODE_AFTER =
  /\s(?:\d{4,6}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?(?: \d[A-Z]{2})?|[A-Z]\d[A-Z] \d[A-Z]\d)$/u;

/** Matches the number of a district: "Dublin 18", "Paris 8ème", "Budapest XIII", "København K". */
const DISTRICT =
  /\s(?:\d{1,2}(?:\.|ers?|er|e|è|ème|eme|th|st|nd|rd|º|°)?|[IVX]{1,5}\.?|\p{Lu})(?: (?:arrondissement|arr\.?|bezirk|district|kerület))?$/u;

/** Matches what German names say about where a town is: "Heilbronn am Neckar", "Ludwigsburg bei Stuttgart". */
const RIVER = /\s(?:am|an der|im|in der|ob der|vor der|bei) \p{Lu}\p{L}+(?: \p{L}+)?$/u;
const GERMAN = /^(?:DE|AT|CH)$/;

/** Splits texts such as "Windsor UK", "Seattle Washington" and "FL 32159". */
function splitContainer(part: Part, gazetteer: Gazetteer): Part[] {
  if (part.named.length > 0) return [part];
  const text = part.text.replace(POSTCODE_AFTER, '').replace(POSTCODE_BEFORE, '');
  const named = lookUp(text, gazetteer);
  if (named.length > 0) return [{ ...part, text, named }];
  const city = knownCities(lookUp(text.replace(DISTRICT, ''), gazetteer));
  if (city.length > 0) return [{ ...part, named: city }];
  const beside = RIVER.test(text) ? lookUp(text.replace(RIVER, ''), gazetteer) : [];
  const german = beside.filter(({ area }) => GERMAN.test(area.country ?? ''));
  if (best(german, undefined)?.kind === 'city') return [{ ...part, named: german }];
  const hyphenated = text
    .split('-')
    .map((each) => ({ ...part, text: each, named: lookUp(each, gazetteer) }));
  if (
    hyphenated.length > 1 &&
    hyphenated.some((each) => best(each.named, undefined)?.kind === 'country')
  ) {
    return hyphenated;
  }
  const cities = hyphenated.map((each) => ({ ...each, named: knownCities(each.named) }));
  // "Köln-Bonn" is two cities, and "Köln-Ehrenfeld" a district of one.
  if (cities.length > 1 && cities[0] && cities[0].named.length > 0) {
    return cities.every((each) => each.named.length > 0)
      ? cities
      : [{ ...part, named: cities[0].named }];
  }
  const [name = '', ...others] = text.split(' ');
  const large = others.length > 0 ? knownCities(lookUp(name, gazetteer)) : [];
  if (large.length > 0 && isDistrict(others.join(' '), large, gazetteer)) {
    return [{ ...part, named: large }];
  }
  const beginning = beginningOf(text, gazetteer);
  if (beginning.length > 0) return [{ ...part, named: beginning }];
  // In Dutch, "of" means "or".
  const either = text
    .split(' of ')
    .map((each) => ({ ...part, text: each, named: knownCities(lookUp(each, gazetteer)) }));
  if (either.length > 1 && either.every((each) => each.named.length > 0)) return either;
  const words = text.split(' ');
  for (let last = Math.max(1, words.length - MAX_WORDS); last < words.length; last += 1) {
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

/** How far the districts of a city are from its center (km). */
const DISTANCE_OF_DISTRICTS = 15;

/** Whether a name means a district of a city: "Warszawa Mokotów". */
function isDistrict(name: string, cities: Named[], gazetteer: Gazetteer): boolean {
  const city = best(cities, undefined);
  return gazetteer
    .named(name)
    .some(
      ({ area }) =>
        city !== undefined &&
        area.kind === 'city' &&
        area.region === city.region &&
        kilometersBetween(area, city) <= DISTANCE_OF_DISTRICTS,
    );
}

/** Matches scripts that are written without spaces between words. */
const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The place at the beginning of a text without spaces, such as 東京都渋谷区, which is Tokyo and its ward Shibuya. */
function beginningOf(text: string, gazetteer: Gazetteer): Named[] {
  if (!WITHOUT_SPACES.test(text)) return [];
  for (let length = Math.min(text.length - 1, 10); length > 1; length -= 1) {
    const named = gazetteer.named(text.slice(0, length));
    if (named.length > 0) return named;
  }
  return [];
}

/** The large cities with a name, if that is what the name means. */
function knownCities(named: Named[]): Named[] {
  const meant = best(named, undefined);
  return meant?.kind === 'city' && meant.people >= KNOWN_CITY
    ? named.filter(({ area }) => area.kind === 'city')
    : [];
}

function lookUp(text: string, gazetteer: Gazetteer): Named[] {
  const clean = cleaned(text);
  if (/^[^\p{L}]*\p{Ll}{1,2}[^\p{L}]*$/u.test(clean) || IGNORED.test(clean)) return [];
  const counties = gazetteer.counties(clean);
  if (/^[A-Z]{2}$/.test(clean)) return [...namedByCode(clean, gazetteer), ...counties];
  const named = gazetteer.named(clean);
  const known = /^\p{Script=Latin}{1,3}$/u.test(clean) ? named.filter(({ isOwn }) => isOwn) : named;
  if (known.length > 0) return [...known, ...counties];
  const around = clean.replace(AROUND, '').trim();
  const inside = around && around !== clean ? gazetteer.named(around).filter(isUsual) : [];
  // "West Midlands" is a county, and not the west of a region elsewhere.
  return counties.length === 0 || clean.startsWith(around)
    ? [...inside, ...counties]
    : [
        ...inside.filter(({ area }) => counties.some((each) => each.area.id === area.region)),
        ...counties,
      ];
}

/** Whether a name is the usual name of an area, or a name in any language of a large city. */
function isUsual({ area, isOwn }: Named): boolean {
  return area.kind === 'city' ? isOwn || area.people >= KNOWN_CITY : isOwn && area.kind !== 'group';
}

/**
 * The areas with a code such as `CO`. A region of the United States has priority, because most codes are in addresses
 * there, and then a country.
 */
function namedByCode(code: string, gazetteer: Gazetteer): Named[] {
  const named = gazetteer.named(code).filter(({ isOwn }) => isOwn);
  const first = [
    ({ country }: Area) => country === 'US',
    ({ kind }: Area) => kind === 'country',
    () => true,
  ].find((isFirst) => named.some(({ area }) => isFirst(area)));
  return named.map((each) => ({ ...each, isOwn: first?.(each.area) ?? true }));
}

function cleaned(text: string): string {
  return text
    .replace(MANNER, ' ')
    .replace(/^[\s,.:;–—-]+|[\s,:;–—-]+$/gu, '')
    .replace(MUST, '')
    .replace(/^(?:in|the|from|at|near|around|of|\/)\s+/iu, '')
    .replace(/^(?:en|im|à|au|aux|em|na|w|we|v)\s+(?=\p{Lu})/u, '')
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
      const last = words.slice(1).slice(-MAX_WORDS);
      const ends = last.map((_, index) => last.slice(index).join(' '));
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
