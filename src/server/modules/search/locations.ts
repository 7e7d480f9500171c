import { sql } from 'drizzle-orm';
import { type Area, gazetteer, type Named } from '#server/content/places/gazetteer.ts';
import { SAYS_REMOTE } from '#server/content/places/location-words.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { all, any, NO_JOB, type TextQuery } from './text-query.ts';
import { placeStart } from './widest-terms.ts';

/** The interpretation of a location in a search. */
export type ResolvedLocation = {
  /** Matches the jobs at the location; empty if the search has no location. */
  there: TextQuery;
  /** Matches remote jobs, at any place, that people may do from the location; empty if none can be known. */
  open: TextQuery;
  /**
   * The areas to which the location refers. Empty if the gazetteer does not know the location, or if no job is there.
   */
  areas: Area[];
};

/**
 * The minimum lengths of a misspelled name (characters): for a correction of one letter, and for a correction of two
 * letters.
 */
const MISSPELLED_NAME = 4;
const LONG_NAME = 6;

/** The terms of all remote jobs, and of remote jobs that people may do from anywhere. */
const IS_REMOTE = "'/remote'";
export const OPEN_TO_ALL = "'+*'";

/**
 * Matches the text around a place in a remote search, apart from "remote" itself, as in "Remote (US)", "remote jobs in
 * the US" or "100 % remote". The matched text is removed.
 */
const AROUND_REMOTE =
  /^(?:[^\p{L}\p{N}]|100 ?%|(?:fully|only|work|jobs?|positions?|roles?|in|from|within|the|en|aus|dans)\b)+|[^\p{L}\p{N}]+$/giu;

/** Matches separators between alternative locations, as in "Berlin or remote". */
const ALTERNATIVES = /[;/|]|\s(?:or|oder|ou)\s/i;

/**
 * The maximum number of alternatives, because each needs its own queries. A location with more of them is resolved as a
 * whole.
 */
const MAX_ALTERNATIVES = 5;

/** The term of jobs whose location has a part that the gazetteer does not know. */
const UNKNOWN_AREA = "'^?'";

/**
 * Resolves a location as people type it: names of areas in any language, possibly misspelled, separated by commas,
 * slashes or "or". Names that are unknown or have no jobs are matched as words in the location's text. "Remote" with a
 * place means remote jobs that people may do from there.
 * @param radius kilometers around each city
 * @param isRemote whether only remote jobs are searched
 */
export async function resolveLocation(
  db: BoardDatabase,
  text: string,
  { radius, isRemote }: { radius: number | undefined; isRemote: boolean },
): Promise<ResolvedLocation> {
  if (!text) return { there: '', open: '', areas: [] };
  const saysRemote = SAYS_REMOTE.test(text);
  const alternatives = text.split(ALTERNATIVES).map((part) => part.trim());
  if (saysRemote && alternatives.length > 1 && alternatives.length <= MAX_ALTERNATIVES) {
    return resolveAlternatives(db, alternatives, { radius, isRemote });
  }
  const place = saysRemote ? withoutRemote(text) : text;
  const options = { radius, isRemote: isRemote || saysRemote };
  const whole = { text: place, readings: [codedAreas(place), namedAreas(place)], isKnown: false };
  const { words, withJobs } = await readPlace(db, text, idsIn([whole], radius));
  const asWhole = resolveParts([whole], withJobs, options);
  if (place === '') {
    return { there: any([IS_REMOTE, matchWords(words)]), open: '', areas: [] };
  }
  const { areas, meant, ids, unknown } =
    asWhole.areas.length > 0 ? asWhole : await resolveApart(db, place, options);
  if (ids.length === 0 && !(options.isRemote && meant.length > 0)) {
    return { there: matchWords(words), open: openTo(meant), areas: [] };
  }
  const parts = await Promise.all(unknown.map(async (part) => (await readPlace(db, part)).words));
  const asWords = any([matchUnknown(words), ...parts.filter(isSpecific).map(matchWords)]);
  const atPlaces = any(ids.map((id) => `'^${id}'`));
  if (!options.isRemote) return { there: any([atPlaces, asWords]), open: openTo(meant), areas };
  const open = matchOpen(meant, ids);
  const there = any([atPlaces && all([open, atPlaces]), asWords && all([IS_REMOTE, asWords])]);
  return { there: there || NO_JOB, open, areas };
}

const withoutRemote = (text: string) => text.replace(SAYS_REMOTE, ' ').replace(AROUND_REMOTE, '');

/**
 * Resolves alternatives such as "Berlin or remote" and "remote in Spain or Portugal". "Remote" applies to its own place
 * and the places after it.
 */
async function resolveAlternatives(
  db: BoardDatabase,
  texts: string[],
  { radius, isRemote }: { radius: number | undefined; isRemote: boolean },
): Promise<ResolvedLocation> {
  let holds = isRemote;
  const resolved = await Promise.all(
    texts.map((text) => {
      holds ||= SAYS_REMOTE.test(text) && withoutRemote(text) !== '';
      return resolveLocation(db, text, { radius, isRemote: holds });
    }),
  );
  return {
    there: any(resolved.map(({ there }) => there)),
    open: any(resolved.map(({ open }) => open)),
    areas: resolved.flatMap(({ areas }) => areas),
  };
}

/**
 * Matches at least the jobs that `resolveLocation` matches, at the location or open to it, whichever jobs the board has.
 * @param words the words of the text
 */
export function widestLocation(
  text: string,
  { words, radius, isRemote }: { words: string[]; radius: number | undefined; isRemote: boolean },
): TextQuery {
  if (!text) return '';
  const saysRemote = SAYS_REMOTE.test(text);
  const texts = [text, ...text.split(ALTERNATIVES)].map((part) => part.trim());
  const parts = texts.flatMap((part) => {
    const place = SAYS_REMOTE.test(part) ? withoutRemote(part) : part;
    const whole = { text: place, readings: [codedAreas(place), namedAreas(place)], isKnown: false };
    return [whole, ...splitLocation(place).map(readPart)];
  });
  const areas = parts.flatMap(({ readings }) => readings.flat());
  const ids = idsIn(parts, radius);
  return any([
    ...(saysRemote && texts.some((part) => withoutRemote(part) === '') ? [IS_REMOTE] : []),
    ...ids.flatMap((id) => [`'^${id}'`, `'~${id}'`]),
    ...(areas.length > 0 || isRemote ? openTerms(areas) : []),
    ...words.map(placeStart),
  ]);
}

/**
 * Matches remote jobs that people may do from these areas, and remote jobs located there that do not say where people
 * may work from.
 * @param ids the areas that have jobs, and the areas around them
 */
function matchOpen(areas: Area[], ids: string[]): TextQuery {
  return any([...openTerms(areas), ...ids.map((id) => `'~${id}'`)]);
}

/** The terms of jobs that people may do from these areas: from anywhere, or from their countries or regions. */
function openTerms(areas: Area[]): string[] {
  const codes = areas.flatMap(({ id, kind, country, region }) => [
    country ?? id,
    ...(kind === 'region' ? [id] : []),
    ...(region ? [region] : []),
  ]);
  return [OPEN_TO_ALL, ...[...new Set(codes)].map((code) => `'+${code}'`)];
}

/**
 * Matches remote jobs that state that people may do them from these areas. Returns an empty query if there are no areas.
 */
function openTo(areas: Area[]): TextQuery {
  return areas.length === 0 ? '' : all([IS_REMOTE, any(openTerms(areas))]);
}

/**
 * A part of a location, and the areas that it may mean: the most likely meaning first, which may consist of several
 * areas.
 */
type Part = {
  text: string;
  readings: Area[][];
  /** Whether the first reading is meant even if no job is there, because the name is spelled correctly. */
  isKnown: boolean;
};

/** Resolves the parts of a location that names no single place. */
async function resolveApart(
  db: BoardDatabase,
  text: string,
  options: { radius: number | undefined; isRemote: boolean },
) {
  const parts = splitLocation(text).map(readPart);
  const ids = idsIn(parts, options.radius);
  const { withJobs } =
    ids.length > 0 ? await readPlace(db, '', ids) : { withJobs: new Set<string>() };
  return resolveParts(parts, withJobs, options);
}

/** The ids of all areas that the parts may mean, or of those around them. */
function idsIn(parts: Part[], radius: number | undefined): string[] {
  const areas = parts.flatMap(({ readings }) => readings.flat());
  return [...new Set(areas.flatMap((area) => around(area, radius)))];
}

/** Reads a part of a location as a code, as names, or as a misspelled name. A known name is never corrected. */
function readPart(text: string): Part {
  const named = namedAreas(text);
  const exact = [codedAreas(text), named, ...largerNamesakes(text, named)];
  const isKnown = exact.some((areas) => areas.length > 0);
  return { text, readings: isKnown ? exact : similarTo(text).map(correctAreas), isKnown };
}

/** The areas that a corrected name means: a city, and the region with the same name. */
function correctAreas(area: Area): Area[] {
  const named = namedAreas(area.name);
  return named.some(({ id }) => id === area.id) ? named : [area];
}

/**
 * The areas with this name in any language that are larger than the given ones, the largest first. For example,
 * "Londres" is a town, but also the name of London in other languages.
 */
export function largerNamesakes(name: string, areas: Area[]): Area[][] {
  const most = Math.max(0, ...areas.map(({ people }) => people));
  const larger = gazetteer()
    .named(name)
    .flatMap(({ area }) => (area.people > most ? [area] : []));
  return larger.sort((a, b) => b.people - a.people).map((area) => [area]);
}

/**
 * Resolves each part to the most likely of its meanings with jobs. If none of them has jobs, the most likely meaning is
 * only a place from which people may do remote jobs.
 * @returns `areas` that have jobs; all areas that are `meant`; the `ids` of the areas, or of those around them; and the
 * texts of the parts that are searched as words
 */
function resolveParts(
  parts: Part[],
  withJobs: Set<string>,
  { radius, isRemote }: { radius: number | undefined; isRemote: boolean },
) {
  const idsOf = (area: Area) => around(area, radius).filter((id) => withJobs.has(id));
  const hasJobs = (area: Area) => idsOf(area).length > 0;
  const chosen = parts.map(({ text, readings, isKnown }) => {
    const withJobs = readings.find((areas) => areas.some(hasJobs));
    // A remote job may be open to a place that has no jobs itself.
    const first = isRemote || isKnown ? readings.find((areas) => areas.length > 0) : undefined;
    return { text, meant: withJobs ?? first ?? [], areas: withJobs?.filter(hasJobs) ?? [] };
  });
  const isWords = ({ areas, meant }: (typeof chosen)[number]) =>
    (isRemote ? meant : areas).length === 0;
  const areas = chosen.flatMap((part) => part.areas);
  return {
    areas,
    meant: chosen.flatMap((part) => part.meant),
    ids: [...new Set(areas.flatMap(idsOf))],
    unknown: chosen.filter(isWords).map(({ text }) => text),
  };
}

/** The areas with this code, or with the codes in a list such as "DE, FR". */
function codedAreas(text: string): Area[] {
  const parts = splitLocation(text);
  const coded = parts.flatMap((part) => areaOfCode(part) ?? []);
  return coded.length === parts.length ? coded : [];
}

/** The places that a text names; none if a part of the text is unknown. */
function placesIn(text: string) {
  const isCode =
    /^[a-z]{2}(?:, ?[a-z]{2})*$/.test(text) ||
    (/^[a-z]{3}$/.test(text) &&
      gazetteer()
        .named(text)
        .every(({ isOwn }) => !isOwn));
  const { places, unknown } = readLocation(isCode ? text.toUpperCase() : text, gazetteer());
  return unknown.length > 0 ? [] : places;
}

/** The areas that a text names. The name of a city may also mean the region of the same name, as in "New York". */
export function namedAreas(text: string): Area[] {
  return placesIn(text).flatMap(({ area }) => {
    const region = area.region ? gazetteer().get(area.region) : undefined;
    const isNamesake = region && area.name.startsWith(region.name) && region.id !== area.id;
    return isNamesake ? [area, region] : [area];
  });
}

/**
 * Writes the name of a place in words without commas, as in "austin texas usa", with commas before the areas that contain
 * it. Returns undefined if the words name no place, or if some of them are no part of its name.
 */
export function writePlace(words: string[]): string | undefined {
  const name = words.join(' ');
  if (words.length === 1 || gazetteer().named(name).length > 0) return name;
  const splits = words.slice(1).flatMap((_, at) => {
    const [name, rest] = [words.slice(0, at + 1), words.slice(at + 1)];
    const containers = rest.map((__, end) => [rest.slice(0, end), rest.slice(end)]);
    return containers.map((parts) =>
      [name, ...parts].filter((part) => part.length > 0).map((part) => part.join(' ')),
    );
  });
  return splits.find(isOnePlace)?.join(', ');
}

/** Whether the first text names an area, and the others name areas that contain it. */
function isOnePlace(texts: string[]): boolean {
  const [name = '', ...containers] = texts;
  const named = gazetteer().named(name);
  if (named.length === 0) return false;
  const [area, ...others] = placesIn(texts.join(', ')).map((place) => place.area);
  if (!area || others.length > 0) return false;
  const isNamed = named.some((each) => each.area.id === area.id);
  return (
    isNamed &&
    containers.every((text) =>
      [
        ...codedAreas(text),
        ...namedAreas(text),
        ...gazetteer()
          .named(text)
          .map((each) => each.area),
      ].some((container) => container.id !== area.id && gazetteer().contains(container, area)),
    )
  );
}

/** Splits a list of places, but not a place such as "London, Ontario". */
function splitLocation(text: string): string[] {
  return text.split(/[;/|]|\sor\s/i).flatMap((piece) => {
    const parts = piece
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const places = placesIn(piece).length;
    return places > 0 && places < parts.length ? [piece.trim()] : joinPlaces(parts);
  });
}

/** The maximum number of parts that name one place: a city, its region and its country. */
const MAX_PARTS = 3;

/** Joins parts that name one place together, such as "London" and "Ontario" beside a name that is unknown. */
function joinPlaces(parts: string[]): string[] {
  const joined: string[] = [];
  for (let rest = parts; rest.length > 0; ) {
    let length = Math.min(MAX_PARTS, rest.length);
    while (length > 1 && placesIn(rest.slice(0, length).join(', ')).length !== 1) length -= 1;
    joined.push(rest.slice(0, length).join(', '));
    rest = rest.slice(length);
  }
  return joined;
}

function similarTo(name: string): Area[] {
  if (name.length < MISSPELLED_NAME) return [];
  return gazetteer().similar(name, name.length < LONG_NAME ? 1 : 2);
}

/** The country or group with this code of two letters, such as `DE`, `UK` or `EU`. */
function areaOfCode(text: string): Area | undefined {
  if (!/^[a-z]{2}$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  const isCountry = ({ area, isOwn }: Named) => isOwn && area.kind === 'country';
  return gazetteer().get(code) ?? gazetteer().named(code).find(isCountry)?.area;
}

/**
 * The countries in a text, by ISO 3166-1 code or by name in any language, possibly misspelled, separated by commas,
 * slashes or "or".
 */
export function findCountries(text: string): Area[] {
  return text.split(/[,;/|]|\sor\s/i).flatMap((written) => {
    const part = written.trim();
    const coded = areaOfCode(part);
    const named = gazetteer().named(part);
    if (named.length > 0 && !coded) {
      return named.map(({ area }) => area).filter(isCountry);
    }
    return coded ? [coded].filter(isCountry) : similarTo(part).filter(isCountry).slice(0, 1);
  });
}

const isCountry = ({ kind }: Area) => kind === 'country';

/** The ids to search for an area: its own id, or the ids around a city. */
function around(area: Area, radius: number | undefined): string[] {
  return radius && area.kind === 'city' ? gazetteer().near(area, radius) : [area.id];
}

/**
 * The words of a location. If the last word may be incomplete, `last` lists the indexed words that begin with it; null
 * if there are too many.
 */
type ResolvedWords = { words: string[]; last: string[] | null };

/** Resolves the words of a location, and finds out which of these areas, or of the ids around them, have jobs. */
async function readPlace(
  db: BoardDatabase,
  text: string,
  ids: string[] = [],
): Promise<{ words: ResolvedWords; withJobs: Set<string> }> {
  const asked = sql.param(ids);
  const [row] = await db.reads.run<ResolvedWords & { areas: string[] }>(
    'resolved_place',
    sql`select words, last, array(
        select area from (
          select * from area_counts where area = any(${asked}::text[])
          union all select * from area_count_changes where area = any(${asked}::text[])
        ) as stored group by area having sum(jobs) > 0
      ) as areas from resolve_place(${text})`,
  );
  const { words = [], last = null, areas = [] } = row ?? {};
  return { words: { words, last }, withJobs: new Set(areas) };
}

const term = (word: string) => `'@${word}'`;

/** Matches locations that contain all words. The last word may be incomplete. */
function matchWords({ words, last }: ResolvedWords): TextQuery {
  if (words.length === 0) return '';
  return all([
    ...words.slice(0, -1).map(term),
    // Search for the whole words if they are known, because this is faster than a search for the prefix.
    last ? any(last.map(term)) : `${term(words.at(-1) ?? '')}:*`,
  ]);
}

/**
 * The minimum length of a word that is searched within a text (characters). Shorter words are often codes such as "CA",
 * which may have a different meaning within a text.
 */
const MIN_WORD = 3;

/** Matches locations that contain all words and also a part that the gazetteer does not know. */
function matchUnknown(resolved: ResolvedWords): TextQuery {
  return isSpecific(resolved) ? all([...resolved.words.map(term), UNKNOWN_AREA]) : '';
}

/** Whether all words are at least `MIN_WORD` long. */
function isSpecific({ words }: ResolvedWords): boolean {
  return words.length > 0 && words.every((word) => word.length >= MIN_WORD);
}
