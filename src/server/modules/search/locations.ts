import { sql } from 'drizzle-orm';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import { REMOTE } from '#server/content/places/location-words.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { all, any, type TextQuery } from './text-query.ts';

/** What the location of a search means. */
export type ResolvedLocation = {
  /** Matches the jobs there; the empty text without a location. */
  terms: TextQuery;
  /** The areas that the location names; none if it is unknown to the gazetteer or has no jobs. */
  areas: Area[];
};

/** Shorter names are not corrected, and longer ones may differ in two letters instead of one (characters). */
const MISSPELLED_NAME = 4;
const LONG_NAME = 6;

/** The terms of remote jobs, and of those that people may do from everywhere. */
export const IS_REMOTE = "'/remote'";
export const OPEN_TO_ALL = "'+*'";

/** What remains around a place after "remote" is removed, as in "Remote (US)" or "remote in the US". */
const AROUND_REMOTE = /^[^\p{L}\p{N}]*(?:in |from |within )?(?:the )?|[^\p{L}\p{N}]+$/giu;

/** The term of jobs with a part of the location that the gazetteer does not know. */
export const UNKNOWN_AREA = "'^?'";

/**
 * Resolves a location as people type it: any name of areas, in any language, also misspelled, joined by commas, slashes
 * or "or". What is unknown, or has no jobs, is matched as words of the location's text. "Remote" with a place means
 * remote jobs that people may do from there.
 * @param radius kilometers around each city
 * @param isRemote whether only remote jobs are searched
 */
export async function resolveLocation(
  db: BoardDatabase,
  text: string,
  { radius, isRemote }: { radius: number | undefined; isRemote: boolean },
): Promise<ResolvedLocation> {
  if (!text) return { terms: '', areas: [] };
  const saysRemote = REMOTE.test(text);
  const place = saysRemote ? text.replace(REMOTE, ' ').replace(AROUND_REMOTE, '') : text;
  const areas = namedAreas(place);
  const [words, named] = await Promise.all([resolveWords(db, text), withJobs(db, areas, radius)]);
  const similar = named.areas.length > 0 ? [] : similarAreas(place);
  const found = similar.length > 0 ? await withJobs(db, similar, radius) : named;
  if (isRemote || saysRemote) {
    // A country without jobs may have remote jobs that are open to it.
    const meant = [areas, found.areas, similar.slice(0, 1)].find((some) => some.length > 0);
    if (meant) return { terms: matchRemote(meant, found.ids), areas: meant };
    return { terms: any([saysRemote ? IS_REMOTE : '', matchWords(words)]), areas: [] };
  }
  if (found.areas.length === 0) return { terms: matchWords(words), areas: [] };
  return { terms: any([matchAreas(found.ids), matchUnknown(words)]), areas: found.areas };
}

const matchAreas = (ids: string[]) => any(ids.map((id) => `'^${id}'`));

/** Matches remote jobs that people may do from these areas, and those located there that do not say from where. */
function matchRemote(areas: Area[], locatedIn: string[]): TextQuery {
  const codes = [...new Set(areas.flatMap(countriesOf))];
  const open = any([OPEN_TO_ALL, ...codes.map((code) => `'+${code}'`)]);
  const unknown = any(["'+?'", ...codes.map((code) => `'+?${code}'`)]);
  if (locatedIn.length === 0) return all([IS_REMOTE, open]);
  return all([IS_REMOTE, any([open, all([matchAreas(locatedIn), unknown])])]);
}

/** The countries (ISO 3166-1) of an area. */
function countriesOf(area: Area): string[] {
  if (area.country) return [area.country];
  return gazetteer()
    .membersOf(area.id)
    .flatMap((id) => gazetteer().get(id)?.country ?? []);
}

/** The areas that a text names. A city also stands for the region of its name, as in "New York". */
function namedAreas(text: string): Area[] {
  const coded = areaOfCode(text);
  if (coded) return [coded];
  const isCode =
    /^[a-z]{2,3}$/.test(text) &&
    gazetteer()
      .named(text)
      .every(({ isOwn }) => !isOwn);
  const { places, unknown } = readLocation(isCode ? text.toUpperCase() : text, gazetteer());
  if (unknown.length > 0) return [];
  return places.flatMap(({ area }) => {
    const region = area.region ? gazetteer().get(area.region) : undefined;
    const isNamesake = region && area.name.startsWith(region.name) && region.id !== area.id;
    return isNamesake ? [area, region] : [area];
  });
}

/** The areas with a name that resembles each longer part of the text, the most similar first. */
function similarAreas(text: string): Area[] {
  return splitLocation(text)
    .filter((part) => part.length >= MISSPELLED_NAME)
    .flatMap((part) => {
      const exact = namedAreas(part);
      return exact.length > 0 ? exact : similarTo(part);
    });
}

const splitLocation = (text: string) => text.split(/[,;/|]|\sor\s/i).map((part) => part.trim());

function similarTo(name: string): Area[] {
  if (name.length < MISSPELLED_NAME) return [];
  return gazetteer().similar(name, name.length < LONG_NAME ? 1 : 2);
}

/** The country or group with this code of two letters, such as `DE` or `EU`. */
const areaOfCode = (text: string) =>
  /^[a-z]{2}$/i.test(text) ? gazetteer().get(text.toUpperCase()) : undefined;

/**
 * The countries that a text names by ISO 3166-1 code or by name, in any language, also misspelled, joined by commas,
 * slashes or "or".
 */
export function findCountries(text: string): Area[] {
  const areas = splitLocation(text).flatMap((part) => {
    const coded = areaOfCode(part);
    if (coded) return [coded];
    const named = gazetteer().named(part);
    return named.length > 0 ? named.map(({ area }) => area) : similarTo(part);
  });
  return areas.filter(({ kind }) => kind === 'country');
}

type WithJobs = { areas: Area[]; ids: string[] };

/** Those of the areas that have jobs, and the ids of all areas to search. */
async function withJobs(
  db: BoardDatabase,
  areas: Area[],
  radius: number | undefined,
): Promise<WithJobs> {
  if (areas.length === 0) return { areas: [], ids: [] };
  const around = new Map(
    areas.map((area) => [
      area.id,
      radius && area.kind === 'city' ? gazetteer().near(area, radius) : [area.id],
    ]),
  );
  const ids = sql.param([...new Set([...around.values()].flat())]);
  const rows = await db.reads.run<{ area: string }>(
    'areas_with_jobs',
    sql`select area from (
        select * from area_counts where area = any(${ids}::text[])
        union all select * from area_count_changes where area = any(${ids}::text[])
      ) as stored group by area having sum(jobs) > 0`,
  );
  const known = new Set(rows.map(({ area }) => area));
  const found = areas.filter(({ id }) => around.get(id)?.some((each) => known.has(each)));
  return {
    areas: found,
    ids: [...new Set(found.flatMap(({ id }) => around.get(id) ?? []))].filter((id) =>
      known.has(id),
    ),
  };
}

/** The words of a location. `last` lists the indexed words that start with the last of them; null if too many do. */
type ResolvedWords = { words: string[]; last: string[] | null };

async function resolveWords(db: BoardDatabase, text: string): Promise<ResolvedWords> {
  const [resolved] = await db.reads.run<ResolvedWords>(
    'resolved_place',
    sql`select * from resolve_place(${text})`,
  );
  return resolved ?? { words: [], last: null };
}

const term = (word: string) => `'@${word}'`;

/** Matches locations that contain all words, where the last word may be a prefix. */
function matchWords({ words, last }: ResolvedWords): TextQuery {
  if (words.length === 0) return '';
  return all([
    ...words.slice(0, -1).map(term),
    // Whole words are faster to find than a prefix.
    last ? any(last.map(term)) : `${term(words.at(-1) ?? '')}:*`,
  ]);
}

/** A code such as "CA" means other things inside a text (characters). */
const MIN_WORD = 3;

/** Matches locations that contain all words, and a part that the gazetteer does not know. */
function matchUnknown({ words }: ResolvedWords): TextQuery {
  if (words.length === 0 || words.some((word) => word.length < MIN_WORD)) return '';
  return all([...words.map(term), UNKNOWN_AREA]);
}
