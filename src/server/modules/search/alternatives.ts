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
import { ALTERNATIVES } from '#shared/limits.ts';
import { correctQuery } from './corrections/correct-query.ts';
import { readVocabulary } from './corrections/read-vocabulary.ts';
import { countUpTo, findAreasWithJobs } from './facet-counts.ts';
import type { SearchParameters } from './filters.ts';
import { placesAmong, understoodOf } from './intents.ts';
import { namedAreas } from './locations.ts';
import { type Clause, parseTerms } from './query-parser.ts';
import { type ParsedSearch, parseSearch } from './search-jobs.ts';
import { countAreas, labelOf } from './suggest-places.ts';

/** How many conditions are left out, one at a time. Each count takes time. */
const MAX_COUNTED = 7;

/** How far around the searched city other places are offered (kilometers), and how many are tried. */
const NEAR = 200;
const MAX_NEAR = 20;

type Changes = SearchAlternatives['places'][number]['changes'];
type Alternative = { changes: Changes };

/** Finds similar searches that find jobs: without one condition, in a place nearby, or with corrected words. */
export async function findAlternatives(
  db: BoardDatabase,
  parameters: SearchParameters,
): Promise<SearchAlternatives> {
  const parsed = await parseSearch(db, parameters);
  const [conditions, places, corrections] = await Promise.all([
    listConditions(db, parameters, parsed).then((all) => withJobs(db, parameters, all)),
    listPlaces(db, parameters, parsed).then((all) => withJobs(db, parameters, all)),
    listCorrections(db, parsed).then((all) => withJobs(db, parameters, all)),
  ]);
  const [correction] = corrections;
  return {
    conditions: conditions.sort((a, b) => b.jobs - a.jobs).slice(0, ALTERNATIVES.conditions),
    places,
    ...(correction && { correction }),
  };
}

/** Counts the jobs of each alternative, and leaves out those without jobs. */
async function withJobs<Each extends Alternative>(
  db: BoardDatabase,
  parameters: SearchParameters,
  alternatives: Each[],
): Promise<(Each & { jobs: number })[]> {
  const counted: (Each & { jobs: number })[] = [];
  for (const alternative of alternatives) {
    const search = await parseSearch(db, changed(parameters, alternative.changes));
    const jobs = await countUpTo(db, search, ALTERNATIVES.maxCount + 1);
    if (jobs > 0) counted.push({ ...alternative, jobs });
  }
  return counted;
}

/** The parameters of a search after a change, which only removes those that are not texts. */
function changed(parameters: SearchParameters, changes: Changes): SearchParameters {
  const entries = Object.entries(changes).map(([name, value]) => [name, value || undefined]);
  return { ...parameters, ...Object.fromEntries(entries) };
}

type RemovableCondition = { parameter: Condition; text?: string; changes: Changes };

/** The search without each filter, each part with a meaning, and each word. */
async function listConditions(
  db: BoardDatabase,
  parameters: SearchParameters,
  { intents, clauses }: ParsedSearch,
): Promise<RemovableCondition[]> {
  const { q = '', company = '' } = parameters;
  const [row] = isId(company)
    ? await db.reads.planned((reader) =>
        reader.select({ name: companies.name }).from(companies).where(eq(companies.id, company)),
      )
    : [];
  const filters = CONDITIONS.filter((name) => name !== 'q' && parameters[name]);
  const conditions: RemovableCondition[] = [
    ...understoodOf(intents, q).map(({ text, without }) => ({
      ...{ parameter: 'q' as const, text, changes: { q: without } },
    })),
    ...filters.map((parameter) => ({
      ...{ parameter, changes: { [parameter]: '' } },
      ...(parameter === 'company' && row && { text: row.name }),
    })),
    ...clauses.map((clause) => ({ parameter: 'q' as const, ...withoutClause(q, clause) })),
  ];
  // Without its only condition, the search would find every job.
  const isSearch = (search: SearchParameters) => CONDITIONS.some((name) => search[name]);
  return conditions
    .filter(({ changes }) => isSearch(changed(parameters, changes)))
    .slice(0, MAX_COUNTED);
}

function withoutClause(q: string, clause: Clause): { text: string; changes: Changes } {
  const start = Math.min(...clause.map((term) => term.start - (term.excluded ? 1 : 0)));
  const end = Math.max(...clause.map((term) => term.end));
  const rest = `${q.slice(0, start).trimEnd()} ${q.slice(end).trimStart()}`.trim();
  return { text: q.slice(start, end), changes: { q: rest } };
}

/** The same search in the places around the searched city, the nearest first. */
async function listPlaces(
  db: BoardDatabase,
  parameters: SearchParameters,
  parsed: ParsedSearch,
): Promise<{ place: string; changes: Changes }[]> {
  const searched = searchedCity(parameters, parsed);
  if (!searched) return [];
  const { city, changes } = searched;
  const [jobs, elsewhere] = await Promise.all([
    countAreas(db),
    parseSearch(db, changed(parameters, { ...changes, location: '' })),
  ]);
  const near = gazetteer()
    .near(city, NEAR)
    .filter((id) => id !== city.id && jobs.has(id))
    .flatMap((id) => gazetteer().get(id) ?? [])
    .sort((a, b) => kilometersBetween(a, city) - kilometersBetween(b, city))
    .slice(0, MAX_NEAR);
  if (near.length === 0) return [];
  const ids = near.map(({ id }) => id);
  const found = await findAreasWithJobs(db, elsewhere, ids, ALTERNATIVES.places);
  return near
    .filter(({ id }) => found.includes(id))
    .map((area) => {
      const place = labelOf(area);
      return { place, changes: { ...changes, location: place } };
    });
}

/** The city that a search names, and the change that removes it from the words. */
function searchedCity(
  { q = '', location = '' }: SearchParameters,
  { intents, areas }: ParsedSearch,
): { city: Area; changes: Changes } | undefined {
  const cityAmong = (named: Area[]) => named.find(({ kind }) => kind === 'city');
  if (location) {
    const city = cityAmong([...namedAreas(location), ...areas]);
    return city && { city, changes: {} };
  }
  const understood = understoodOf(intents, q).find(({ kind }) => kind === 'place');
  if (understood) {
    const city = cityAmong(areas);
    return city && { city, changes: { q: understood.without } };
  }
  // A place without jobs is searched as words.
  const terms = parseTerms(q)
    .flat()
    .filter(({ phrase, excluded }) => !phrase && !excluded);
  for (const place of placesAmong(terms)) {
    const city = cityAmong(namedAreas(place.text));
    if (city) return { city, changes: withoutClause(q, place.terms).changes };
  }
  return undefined;
}

/** The search with its misspelled words corrected; none if no word is misspelled. */
async function listCorrections(
  db: BoardDatabase,
  { filters: { q }, clauses }: ParsedSearch,
): Promise<Alternative[]> {
  const corrected = q ? correctQuery(await readVocabulary(db), q, clauses) : undefined;
  return corrected ? [{ changes: { q: corrected.q } }] : [];
}
