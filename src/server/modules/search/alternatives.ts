import { eq } from 'drizzle-orm';
import { kilometersBetween } from '#server/content/places/distance.ts';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import {
  CONDITIONS,
  type Condition,
  type SearchAlternatives,
} from '#shared/contract/job-responses.ts';
import { MAX_ALTERNATIVE_JOBS, MAX_NEARBY_SEARCHES, MAX_WIDER_SEARCHES } from '#shared/limits.ts';
import { correctQuery } from './corrections/correct-query.ts';
import { readVocabulary } from './corrections/read-vocabulary.ts';
import { findAreasWithJobs } from './facet-counts.ts';
import type { SearchParameters } from './filters.ts';
import { placesAmong } from './intents.ts';
import { countUpTo } from './job-query.ts';
import { namedAreas } from './locations.ts';
import { parseTerms, type Term } from './query-parser.ts';
import {
  createKnownParts,
  type KnownParts,
  type ParsedSearch,
  parseSearch,
  withChanges,
} from './search-jobs.ts';
import { countAreas, labelOf } from './suggest-places.ts';

/** The maximum number of searches with fewer conditions whose jobs are counted, because each count takes time. */
const MAX_COUNTED = 6;

/**
 * The maximum distance of other places from the searched city (kilometers), and the number of places that are tried.
 */
const NEAR = 200;
const MAX_NEAR = 20;

type Changes = SearchAlternatives['places'][number]['changes'];
type Alternative = { changes: Changes };

/**
 * Finds searches that are similar to this one and find jobs: with fewer conditions, in a nearby place, or with
 * corrected words.
 */
export async function findAlternatives(
  db: BoardDatabase,
  parameters: SearchParameters,
): Promise<SearchAlternatives> {
  // Pass the resolved texts on, so that each text is resolved only once.
  const known = createKnownParts();
  const parsed = await parseSearch(db, parameters, known);
  const count = <Each extends Alternative>(alternatives: Each[]) =>
    withJobs(db, parameters, alternatives, known);
  const [fewer, places, corrections] = await Promise.all([
    findFewerConditions(db, parameters, parsed, count),
    listPlaces(db, parameters, parsed, known).then(count),
    listCorrections(db, parsed).then(count),
  ]);
  const [correction] = corrections;
  return {
    conditions: fewer.sort((a, b) => b.jobs - a.jobs).slice(0, MAX_WIDER_SEARCHES),
    places,
    ...(correction && { correction }),
  };
}

/** Counts the jobs of each alternative, and drops alternatives without jobs. */
async function withJobs<Each extends Alternative>(
  db: BoardDatabase,
  parameters: SearchParameters,
  alternatives: Each[],
  known: KnownParts,
): Promise<(Each & { jobs: number })[]> {
  const counted: (Each & { jobs: number })[] = [];
  for (const alternative of alternatives) {
    const search = await parseSearch(db, withChanges(parameters, alternative.changes), known);
    const jobs = await countUpTo(db, search, MAX_ALTERNATIVE_JOBS + 1);
    if (jobs > 0) counted.push({ ...alternative, jobs });
  }
  return counted;
}

/** A condition of a search. `start` and `end` are its position in the search text; both are 0 for a filter. */
type SearchCondition = { parameter: Condition; text?: string; start: number; end: number };

/** Finds the conditions without which the search finds jobs: single conditions or, if no single one suffices, pairs. */
async function findFewerConditions(
  db: BoardDatabase,
  parameters: SearchParameters,
  parsed: ParsedSearch,
  count: <Each extends Alternative>(alternatives: Each[]) => Promise<(Each & { jobs: number })[]>,
) {
  const all = await listConditions(db, parameters, parsed);
  const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other]));
  for (const sets of [all.map((one) => [one]), pairs]) {
    const searches = sets
      .map((removed) => without(parameters, removed))
      // Do not remove the last condition, because the search would then find every job. Without a place, `remote` is none.
      .filter(({ changes }) =>
        CONDITIONS.some((name) => name !== 'remote' && withChanges(parameters, changes)[name]),
      )
      .slice(0, MAX_COUNTED);
    const found = await count(searches);
    if (found.length > 0) return found;
  }
  return [];
}

/** A search without some of its conditions. */
function without({ q = '' }: SearchParameters, conditions: SearchCondition[]) {
  const changes: Changes = {};
  const inWords = conditions.filter(({ parameter }) => parameter === 'q');
  for (const { parameter } of conditions) changes[parameter] = '';
  if (inWords.length > 0) {
    // Remove parts from the end of the text, so that the positions of earlier parts stay valid.
    changes.q = inWords
      .sort((a, b) => b.start - a.start)
      .reduce((words, part) => cut(words, part), q);
  }
  const removed = conditions.map(({ parameter, text }) => ({ parameter, ...(text && { text }) }));
  return { removed, changes };
}

function cut(q: string, { start, end }: { start: number; end: number }): string {
  return `${q.slice(0, start).trimEnd()} ${q.slice(end).trimStart()}`.trim();
}

/** The conditions of a search: interpreted parts of its text, filters, and the other words. */
async function listConditions(
  db: BoardDatabase,
  parameters: SearchParameters,
  { intents, clauses }: ParsedSearch,
): Promise<SearchCondition[]> {
  const { q = '', company: [company = '', ...others] = [] } = parameters;
  const [row] =
    isId(company) && others.length === 0
      ? await db.reads.planned((reader) =>
          reader.select({ name: companies.name }).from(companies).where(eq(companies.id, company)),
        )
      : [];
  const filters = CONDITIONS.filter((name) => name !== 'q' && parameters[name]);
  const inWords = (part: { start: number; end: number }): SearchCondition => ({
    parameter: 'q',
    text: q.slice(part.start, part.end),
    start: part.start,
    end: part.end,
  });
  return [
    // Skip intents of the kind seniority, because their words are also among the clauses.
    ...intents.filter(({ kind }) => kind !== 'seniority').map(inWords),
    ...filters.map((parameter) => ({
      parameter,
      start: 0,
      end: 0,
      ...(parameter === 'company' && row && { text: row.name }),
    })),
    ...clauses.map((clause) => inWords(spanOf(clause))),
  ];
}

/** The position of terms in the search text, including the minus of an excluded term. */
function spanOf(terms: Term[]): { start: number; end: number } {
  return {
    start: Math.min(...terms.map(({ start, excluded }) => start - (excluded ? 1 : 0))),
    end: Math.max(...terms.map(({ end }) => end)),
  };
}

/** The same search in places around the searched city, the nearest first. */
async function listPlaces(
  db: BoardDatabase,
  parameters: SearchParameters,
  parsed: ParsedSearch,
  known: KnownParts,
): Promise<{ place: string; changes: Changes }[]> {
  const searched = searchedCity(parameters, parsed);
  if (!searched) return [];
  const { city, changes } = searched;
  const [jobs, elsewhere] = await Promise.all([
    countAreas(db),
    parseSearch(db, withChanges(parameters, { ...changes, location: '' }), known),
  ]);
  const near = gazetteer()
    .near(city, NEAR)
    .filter((id) => id !== city.id && jobs.has(id))
    .flatMap((id) => gazetteer().get(id) ?? [])
    .sort((a, b) => kilometersBetween(a, city) - kilometersBetween(b, city))
    .slice(0, MAX_NEAR);
  if (near.length === 0) return [];
  const ids = near.map(({ id }) => id);
  const found = await findAreasWithJobs(db, elsewhere, ids, MAX_NEARBY_SEARCHES);
  return near
    .filter(({ id }) => found.includes(id))
    .map((area) => {
      const place = labelOf(area);
      return { place, changes: { ...changes, location: place } };
    });
}

/** The city that a search names, and the change that removes it from the search text. */
function searchedCity(
  { q = '', location = '' }: SearchParameters,
  { intents, areas }: ParsedSearch,
): { city: Area; changes: Changes } | undefined {
  const cityAmong = (named: Area[]) => named.find(({ kind }) => kind === 'city');
  if (location) {
    const city = cityAmong([...namedAreas(location), ...areas]);
    return city && { city, changes: {} };
  }
  const understood = intents.find(({ kind }) => kind === 'place');
  if (understood) {
    const city = cityAmong(areas);
    return city && { city, changes: { q: cut(q, understood) } };
  }
  // A place without jobs is not an intent, but its name is searched as words.
  const terms = parseTerms(q)
    .flat()
    .filter(({ phrase, excluded }) => !phrase && !excluded);
  for (const place of placesAmong(terms)) {
    const city = cityAmong(namedAreas(place.text));
    if (city) return { city, changes: { q: cut(q, spanOf(place.terms)) } };
  }
  return undefined;
}

/** Returns the search with its misspelled words corrected, or an empty list if no word is misspelled. */
async function listCorrections(
  db: BoardDatabase,
  { filters: { q }, clauses }: ParsedSearch,
): Promise<Alternative[]> {
  const corrected = q ? correctQuery(await readVocabulary(db), q, clauses) : undefined;
  return corrected ? [{ changes: { q: corrected.q } }] : [];
}
