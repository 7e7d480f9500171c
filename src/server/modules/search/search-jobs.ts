import { eq, type SQL, sql } from 'drizzle-orm';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { job_html } from '#server/db/html-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies, jobs } from '#server/db/schema.ts';
import type { Cursor } from '#server/http/api/cursor.ts';
import { htmlOrMarkdown, isCurrent } from '#server/modules/descriptions/queries.ts';
import { factColumns } from '#server/modules/facts/queries.ts';
import { levelTerm, VISA_TERM } from '#server/modules/facts/search-terms.ts';
import type { Place } from '#shared/contract/job-facts.ts';
import type {
  Correction,
  JobCounts,
  NamedCompany,
  Understood,
} from '#shared/contract/job-responses.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { FEW_STRONG, type JobOrder } from '#shared/domain/job-search.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { MAX_EXACT_COUNT, MAX_EXACT_MENTIONS, MAX_LISTED_SKILLS } from '#shared/limits.ts';
import { readCategories } from '../categories/queries.ts';
import { termsOfCategory } from './category-filter.ts';
import { type CorrectedQuery, correctQuery } from './corrections/correct-query.ts';
import { decideCorrection, FEW } from './corrections/decide-correction.ts';
import { readLoadedVocabulary, readVocabulary } from './corrections/read-vocabulary.ts';
import { readExcerpts } from './excerpts.ts';
import {
  type CountedPart,
  countFacets,
  countFacts,
  countTotal,
  countTotals,
  type FactCount,
  hasStoredCounts,
  isSmallBoard,
} from './facet-counts.ts';
import { convertPay, hoursOfRemote, type JobFilters, type SearchParameters } from './filters.ts';
import { findJobs } from './find-jobs.ts';
import { headline } from './highlights.ts';
import { type Intent, readIntents, type UnderstoodSearch, understoodOf } from './intents.ts';
import { countJobsIn, type OtherPostings, readOtherPostings } from './job-groups.ts';
import { countUpTo } from './job-query.ts';
import { findCountries, OPEN_TO_ALL, type ResolvedLocation, resolveLocation } from './locations.ts';
import { readNamedCompany } from './named-company.ts';
import { type Clause, hasOnlySigns, parseTerms, sanitizeQuery } from './query-parser.ts';
import type { SearchedWords } from './ranking-tiers.ts';
import { type Conditions, type DividedResult, divideResult } from './result-parts.ts';
import { resolveWords } from './searched-words.ts';
import { countSkills, skillTerm } from './skill-filter.ts';
import { all, any, NO_JOB, quoted, type TextQuery } from './text-query.ts';

/** How often a page is read at most. It is read again if jobs are deleted between its two queries. */
const ATTEMPTS = 3;

type DescriptionForm = 'markdown' | 'html' | 'summary';

export type SearchPage = {
  order: JobOrder;
  limit: number;
  /** The position after which the page begins. */
  after: Cursor | undefined;
  description: DescriptionForm;
  /** Whether the postings of one job at several places are shown as one row. */
  isGrouped?: boolean;
};

export type SearchResult = {
  /** The jobs of the page. One job more than the page's limit means that another page follows. */
  rows: JobListRow[];
  /** The number of jobs on all pages; undefined if counting could take longer than searching. */
  total: number | undefined;
  /** Whether the result includes jobs that only mention the words. */
  mentions: boolean;
  /** The counts of the filters' options, if they were requested and `total` is known. */
  counts: JobCounts | undefined;
  /** The correction of misspelled words. */
  correction: Correction | undefined;
  /** The interpreted parts of the search text. */
  understood: Understood[];
  /** The company that the search text names; only on the first page. */
  company: NamedCompany | undefined;
};

/**
 * A search whose text and location are resolved to terms of the index. Without words, a location and facts, its only
 * part has no text query.
 */
export type ParsedSearch = DividedResult & {
  filters: JobFilters;
  clauses: Clause[];
  /** The interpreted parts of the search text. */
  intents: Intent[];
  /** The areas that the location names. Jobs show their places in these areas first. */
  areas: Area[];
  /** What the search asks for, from which other parts of its result can be made. */
  conditions: Conditions;
};

/**
 * Finds open jobs. If the words match few jobs but their correction matches many, the corrected words are searched.
 * Otherwise, the correction is only suggested.
 */
export async function searchJobs(
  db: BoardDatabase,
  parameters: SearchParameters,
  page: SearchPage,
  { withCounts = false } = {},
): Promise<SearchResult> {
  const count = async (search: ParsedSearch) => {
    if (!withCounts) return { total: await countTotal(db, search), counts: undefined };
    const { counts } = await countWithParts(db, search);
    return { total: counts.total, counts };
  };
  const known = createKnownParts();
  const typed = await parseSearch(db, parameters, known);
  const isStored = hasStoredCounts(typed);
  const [result, stored, isSmall] = await Promise.all([
    findCorrected(
      db,
      { parameters, typed, known },
      {
        find: (search) => listJobs(db, search, page),
        count: countJobsIn,
      },
    ),
    isStored ? count(typed) : undefined,
    isStored || isSmallBoard(db),
  ]);

  const { limit, after } = page;
  const { search, found: rows } = result;
  // The list is not short if another page follows, or if this is not the first page.
  const isShort = rows.length <= limit && !(after && rows.length > 0);
  const correction = result.correction?.applied || isShort ? result.correction : undefined;

  const isWholeList = !after && rows.length <= limit;
  // A short list is its own total, unless a group has more postings than are counted.
  const needsCount = withCounts || !isWholeList || rows.some(({ also }) => also);
  const counted = stored ?? (isSmall && needsCount ? await count(search) : undefined);
  const total = counted?.total ?? (isWholeList ? countJobsIn(rows) : undefined);
  const understood = understoodOf(search.intents, search.filters.q);
  const company = after ? undefined : await readNamedCompany(db, search.conditions.words, rows);
  return {
    rows,
    total,
    mentions: search.parts.some(({ part }) => part === 'mention'),
    counts: counted?.counts,
    correction,
    understood,
    company,
  };
}

/**
 * Counts the jobs that `searchJobs` finds: in total, for each option of the filters, and for the most frequent skills.
 */
export async function countJobs(
  db: BoardDatabase,
  parameters: SearchParameters,
): Promise<JobCounts> {
  const known = createKnownParts();
  const typed = await parseSearch(db, parameters, known);
  const wanted = {
    posted: true,
    skills: !parameters.skill,
    facts: true,
  };
  const { found, correction } = await findCorrected(
    db,
    { parameters, typed, known },
    {
      find: (search) => countWithParts(db, search, wanted),
      count: ({ counts }) => counts.total,
    },
  );
  const { counts, facts } = found;
  const asked = correction?.applied ? { ...parameters, q: correction.q } : parameters;
  // The counts of a filter's options ignore the chosen option.
  const withAny = (name: 'skill' | CountedFact) =>
    parseSearch(db, { ...asked, [name]: undefined }, known);
  const isCountable = counts.total <= MAX_EXACT_COUNT;
  const factsOf = async (name: CountedFact) =>
    isCountable && asked[name] ? countFacts(db, await withAny(name)) : facts;
  const [skill, ofWorkplace, ofEmployment, ofLevel, wider, category] = await Promise.all([
    asked.skill ? withAny('skill').then((ofAny) => countSkills(db, ofAny)) : counts.skill,
    factsOf('workplace'),
    factsOf('employment'),
    factsOf('level'),
    isCountable ? countWider(db, asked, { total: counts.total, known }) : [],
    isCountable ? countCategories(db, asked, known) : [],
  ]);
  const workplace = ofWorkplace && (await countWorkplaces(db, ofWorkplace, asked, known));
  const employment = ofEmployment && sumByOption(ofEmployment, 'employment', EMPLOYMENTS);
  const level = ofLevel && sumByOption(ofLevel, 'level', LEVELS);
  return {
    ...counts,
    ...(skill && { skill }),
    ...(workplace && { workplace }),
    ...(employment && { employment }),
    ...(level && { level }),
    ...(facts && { visa: facts.reduce((sum, { visa, jobs }) => sum + (visa ? jobs : 0), 0) }),
    ...(wider.length > 0 && { wider }),
    ...(category.length > 0 && { category }),
  };
}

/** Counts the jobs of each category that a search finds, ignoring the chosen category. */
async function countCategories(
  db: BoardDatabase,
  asked: SearchParameters,
  known: KnownParts,
): Promise<NonNullable<JobCounts['category']>> {
  const categories = await readCategories(db);
  const searches = await Promise.all(
    categories.map(({ slug }) => parseSearch(db, { ...asked, category: slug }, known)),
  );
  const totals = await countTotals(db, searches);
  return categories.map(({ slug }, index) => ({ value: slug, jobs: totals[index] ?? 0 }));
}

/**
 * Counts the further jobs of wider searches: jobs with unknown pay, remote jobs that name no countries, and remote jobs with
 * the hours of the chosen types.
 */
async function countWider(
  db: BoardDatabase,
  asked: SearchParameters,
  { total, known }: { total: number; known: KnownParts },
): Promise<NonNullable<JobCounts['wider']>> {
  const { minsalary, nosalary, eligible, orunknown, type, orremote } = asked;
  const hours = hoursOfRemote({ type, orremote: 'true' });
  const wider = [
    ...(minsalary && !nosalary ? [{ nosalary: 'true' } as const] : []),
    ...(eligible && !orunknown ? [{ orunknown: 'true' } as const] : []),
    ...(hours.length > 0 && !orremote ? [{ orremote: 'true' } as const] : []),
  ];
  const counted = await Promise.all(
    wider.map(async (changes) => {
      const search = await parseSearch(db, withChanges(asked, changes), known);
      return { changes, jobs: (await countTotal(db, search)) - total };
    }),
  );
  return counted.filter(({ jobs }) => jobs > 0);
}

type Changes = NonNullable<JobCounts['wider']>[number]['changes'];

/** The parameters of a search after a change. */
export function withChanges(parameters: SearchParameters, changes: Changes): SearchParameters {
  const entries = Object.entries(changes).map(([name, value]) => [name, value || undefined]);
  return { ...parameters, ...Object.fromEntries(entries) };
}

/** Counts the jobs that a search finds, for each option of the filters and in each part of its result. */
async function countWithParts(
  db: BoardDatabase,
  search: ParsedSearch,
  wanted: { posted?: boolean; skills?: boolean; facts?: boolean } = {},
): Promise<{ counts: JobCounts; facts?: FactCount[] | undefined }> {
  const parts = partsToCount(search);
  const { counts, facts, parts: counted } = await countFacets(db, search, { ...wanted, parts });
  if (parts.length === 0) return { counts, facts };
  const { total } = counts;
  const ofOthers = parts.reduce(
    (sum, { part, isRest }, index) =>
      !isRest && search.parts.some((listed) => listed.part === part)
        ? sum + (counted[index] ?? 0)
        : sum,
    0,
  );
  const inParts = parts.map(({ part, most }, index) => ({
    part,
    jobs: counted[index] ?? Math.min(total - ofOthers, most),
  }));
  return { counts: { ...counts, parts: inParts }, facts };
}

/**
 * The parts that the result may have, whichever part and mentions it lists. None if words and place do not restrict the
 * search.
 */
function partsToCount({ filters, parts: listed, conditions }: ParsedSearch): CountedPart[] {
  if (!conditions.words && conditions.there === '') return [];
  const remote = filters.remote || undefined;
  const { parts } = divideResult(conditions, { part: undefined, remote, mentions: true });
  // The last listed part has the jobs that the others do not have.
  const rest = listed.at(-1)?.part;
  return parts.map(({ part, match }) => ({
    part,
    match,
    most: (part === 'mention' ? MAX_EXACT_MENTIONS : MAX_EXACT_COUNT) + 1,
    isRest: part === rest,
  }));
}

/** The filters whose options are counted by facts. */
type CountedFact = 'workplace' | 'employment' | 'level';

/** Adds up the counted jobs with each option of a filter. */
function sumByOption<Name extends CountedFact>(
  counts: FactCount[],
  name: Name,
  options: readonly NonNullable<FactCount[Name]>[],
) {
  return options.map((value) => ({
    value,
    jobs: counts.reduce((sum, count) => (count[name] === value ? sum + count.jobs : sum), 0),
  }));
}

/**
 * Adds up the counted jobs of each workplace. If the search has a location, the remote jobs are those that are open to
 * people there, so they are counted separately.
 */
async function countWorkplaces(
  db: BoardDatabase,
  counts: FactCount[],
  asked: SearchParameters,
  known: KnownParts,
) {
  const options = sumByOption(counts, 'workplace', WORKPLACES);
  if (!asked.location) return options;
  const remote = await countTotal(
    db,
    await parseSearch(db, { ...asked, workplace: 'remote' }, known),
  );
  return options.map(({ value, jobs }) => ({ value, jobs: value === 'remote' ? remote : jobs }));
}

/** What the texts of a search mean: its words and the parts that are interpreted. */
type ResolvedText = { understood: UnderstoodSearch; words: SearchedWords | undefined };

/** The texts and locations that were resolved for similar searches. */
export type KnownParts = {
  texts: Map<string, Promise<ResolvedText>>;
  places: Map<string, Promise<ResolvedLocation>>;
};

export const createKnownParts = (): KnownParts => ({ texts: new Map(), places: new Map() });

function resolveText(db: BoardDatabase, q: string, { texts }: KnownParts): Promise<ResolvedText> {
  const resolve = async () => {
    const understood = await readIntents(db, q ? parseTerms(q) : [], q);
    return { understood, words: await resolveWords(db, understood.clauses) };
  };
  const resolved = texts.get(q) ?? resolve();
  texts.set(q, resolved);
  return resolved;
}

function resolvePlace(
  db: BoardDatabase,
  { location = '', radius, workplace }: SearchParameters,
  { places }: KnownParts,
): Promise<ResolvedLocation> {
  const isRemote = workplace === 'remote';
  const key = JSON.stringify([location, radius, isRemote]);
  const resolved =
    places.get(key) ?? resolveLocation(db, sanitizeQuery(location), { radius, isRemote });
  places.set(key, resolved);
  return resolved;
}

/**
 * Parses the text and the location of a search, and looks up what they match.
 * @param known what was resolved for similar searches; the parts of this search are added
 */
export async function parseSearch(
  db: BoardDatabase,
  parameters: SearchParameters,
  known = createKnownParts(),
): Promise<ParsedSearch> {
  const { q = '' } = parameters;
  const { category } = parameters;
  const [{ understood, words }, located, filters, inCategory] = await Promise.all([
    resolveText(db, q, known),
    resolvePlace(db, parameters, known),
    convertPay(db, parameters),
    category ? termsOfCategory(db, category) : '',
  ]);
  const { clauses, intents, minsalary } = understood;
  if (minsalary) {
    const { minsalary: inWords = 0 } = await convertPay(db, { minsalary });
    filters.minsalary = Math.max(inWords, filters.minsalary ?? 0);
  }
  const places = [located, understood.place ?? NO_PLACE];
  const conditions: Conditions = {
    words,
    ...reach(places),
    required: all([
      understood.required,
      hasOnlySigns(q) ? NO_JOB : '',
      requiredBy(filters),
      inCategory,
    ]),
  };
  const { part, remote } = filters;
  const mentions =
    part === 'mention' || (await listsMentions(db, parameters, conditions, understood.required));
  // In the name of a company, a word such as "lead" does not mean a level of seniority.
  const isName = (words?.namedCompanies ?? []).length > 0;
  return {
    ...divideResult(conditions, { part: part || undefined, remote: remote || undefined, mentions }),
    filters,
    clauses,
    intents: isName ? intents.filter(({ kind }) => kind !== 'seniority') : intents,
    areas: places.flatMap(({ areas }) => areas),
    conditions,
  };
}

/** The terms that the filters by facts require of jobs. */
export function requiredBy({
  workplace,
  employment,
  skill,
  eligible,
  orunknown,
  level,
  visa,
}: JobFilters): TextQuery {
  return all([
    workplace ? `'/${workplace}'` : '',
    employment ? `'%${employment}'` : '',
    skill ? skillTerm(skill) : '',
    eligible ? eligibleTerms(eligible, orunknown === 'true') : '',
    level ? any(level.map((one) => quoted(levelTerm(one)))) : '',
    visa ? quoted(VISA_TERM) : '',
  ]);
}

const NO_PLACE: ResolvedLocation = { there: '', open: '', areas: [] };

/** The jobs at all of these places, and the remote jobs that people may do from all of them. */
function reach(places: ResolvedLocation[]): Pick<Conditions, 'there' | 'open'> {
  const named = places.filter(({ there }) => there !== '');
  const [only] = named;
  // For one place, its own queries find the same jobs, and the index takes less time.
  if (only && named.length === 1) return { there: only.there, open: only.open };
  return {
    there: all(named.map(({ there }) => there)),
    open: named.some(({ open }) => open !== '')
      ? all(named.map(({ there, open }) => any([there, open])))
      : '',
  };
}

/**
 * Whether jobs that only mention the words are listed. With `few`, they are if words and place alone, without other
 * filters, have few strong matches.
 */
async function listsMentions(
  db: BoardDatabase,
  { mentions, remote }: SearchParameters,
  conditions: Conditions,
  required: TextQuery,
): Promise<boolean> {
  if (mentions !== 'few' || !conditions.words) return mentions === 'true';
  const { match } = divideResult(
    { ...conditions, required },
    { part: undefined, remote: remote || undefined, mentions: false },
  );
  return (await countUpTo(db, { filters: {}, match }, FEW_STRONG)) < FEW_STRONG;
}

/** Matches remote jobs that people may do from the countries in a text. */
function eligibleTerms(text: string, orUnknown: boolean): TextQuery {
  const codes = findCountries(sanitizeQuery(text)).map(({ id }) => id);
  return any([
    OPEN_TO_ALL,
    ...codes.map((code) => `'+${code}'`),
    ...(orUnknown ? ["'+?'", ...codes.map((code) => `'+?${code}'`)] : []),
  ]);
}

type TypedSearch = { parameters: SearchParameters; typed: ParsedSearch; known: KnownParts };

/** How a search finds its result, and how many jobs the result contains. */
type Finding<Found> = {
  find: (search: ParsedSearch) => Promise<Found>;
  count: (found: Found) => number;
};

/**
 * Finds the jobs of a search as typed or, if it finds few jobs and a correction of its spelling finds many, as
 * corrected. If the words are certainly misspelled, decides about the correction first, so that the search as typed may
 * be left out.
 * @returns the search that was used, what it found, and the correction to show
 */
async function findCorrected<Found>(
  db: BoardDatabase,
  { parameters, typed, known }: TypedSearch,
  { find, count }: Finding<Found>,
): Promise<{ search: ParsedSearch; found: Found; correction: Correction | undefined }> {
  const { q = '' } = parameters;
  const parse = (asked: SearchParameters) => parseSearch(db, asked, known);
  const countFew = async (text: string, limit: number) => {
    const countWith = async (mentions: 'true' | 'few') => {
      const search = await parse({ q: text, mentions });
      return search.match ? countUpTo(db, search, limit) : limit;
    };
    const jobs = await countWith('true');
    // So few jobs include few strong matches; see `listsMentions`, which ignores the pay.
    const areFew = jobs < FEW_STRONG && typed.filters.minsalary === undefined;
    return areFew ? jobs : countWith('few');
  };
  const decide = (corrected: CorrectedQuery) => decideCorrection(q, corrected, countFew);
  const findAsTyped = async () => ({
    search: typed,
    found: await find(typed),
    correction: undefined,
  });
  const findAsCorrected = async (correction: Correction) => {
    const search = await parse({ ...parameters, q: correction.q });
    return { search, found: await find(search), correction };
  };
  if (!q) return findAsTyped();

  const vocabulary = await readLoadedVocabulary(db);
  const corrected = vocabulary && correctQuery(vocabulary, q, typed.clauses);
  const certain = corrected?.isCertain ? await decide(corrected) : undefined;
  if (certain?.applied) return findAsCorrected(certain);

  const asTyped = await findAsTyped();
  if (count(asTyped.found) >= FEW) return asTyped;
  if (corrected?.isCertain) return { ...asTyped, correction: certain };
  // Load the vocabulary only now, because most searches need no correction.
  const proposed = vocabulary
    ? corrected
    : correctQuery(await readVocabulary(db), q, typed.clauses);
  const correction = proposed && (await decide(proposed));
  return correction?.applied ? findAsCorrected(correction) : { ...asTyped, correction };
}

const listColumns = {
  id: jobs.id,
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  summary: jobs.summary,
  summary_truncated: jobs.summary_truncated,
  date: jobs.date,
  company: { id: companies.id, name: companies.name, logo: companies.logo },
  ...factColumns,
  skills: sql<string[]>`jsonb_path_query_array(
    coalesce(${job_facts.skills}, '[]'), ${sql.raw(`'$[0 to ${MAX_LISTED_SKILLS - 1}].name'`)}
  )`.as('skills'),
};

/** SQL: the lines of a job in which a list highlights matches. */
const highlightedLines = sql`concat_ws(E'\n', ${jobs.title}, ${companies.name}, ${jobs.location}, ${jobs.summary})`;

/** What a list contains of each job: one form of its description, or its summary and the highlighted matches. */
type ListForm = DescriptionForm | 'highlighted';

function prepareList(reader: Reader, form: ListForm) {
  const isSummary = form === 'summary' || form === 'highlighted';
  const highlighted: SQL<string | null> =
    form === 'highlighted' ? headline(highlightedLines, sql.placeholder('terms')) : sql<null>`null`;
  const query = reader
    .select({
      ...listColumns,
      ...descriptionColumns(isSummary ? 'summary' : form),
      updated: isSummary ? sql<null>`null` : jobs.updated_at,
      highlighted,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .$dynamic();
  if (form === 'html') query.leftJoin(job_html, isCurrent('job'));
  return query.prepare(`listed_jobs_${form}`);
}

type ListStatement = ReturnType<typeof prepareList>;

const statements = new WeakMap<Reader, Map<ListForm, ListStatement>>();

/** The statement of a list. It is built once for each database, because building it takes a millisecond. */
function listStatement(reader: Reader, form: ListForm): ListStatement {
  const known = statements.get(reader) ?? new Map<ListForm, ListStatement>();
  statements.set(reader, known);
  const statement = known.get(form) ?? prepareList(reader, form);
  known.set(form, statement);
  return statement;
}

/** Reads what a list without a search has of jobs, in any order. Deleted jobs are missing. */
export function readListColumns(
  reader: Reader,
  ids: string[],
): ReturnType<ListStatement['execute']> {
  return listStatement(reader, 'summary').execute({ ids });
}

/**
 * An open job in a list. `description` and `updated` are null if only the summary was requested. If HTML was requested
 * but is not stored yet, `is_html` is false and `description` is Markdown.
 */
export type JobListRow = Awaited<ReturnType<typeof listJobs>>[number];

/** Reads jobs by their ids as a list shows them, whether open or closed, in any order. */
export async function readListedJobs(db: BoardDatabase, ids: string[]): Promise<JobListRow[]> {
  const rows = await db.reads.prepared((reader) =>
    listStatement(reader, 'summary').execute({ ids, terms: undefined }),
  );
  const none = { also: undefined, excerpt: undefined, part: undefined, rank: 0, key: undefined };
  return rows.map((row) => ({ ...row, ...none }));
}

/** Reads the open jobs that match a search, in order. Returns one row more than `limit` if another page follows. */
export async function listJobs(
  db: BoardDatabase,
  { filters, match, parts, areas, intents, conditions }: Omit<ParsedSearch, 'clauses'>,
  { order, limit, after, description: form, isGrouped }: SearchPage,
) {
  const { words } = conditions;
  const terms = form === 'summary' ? words?.highlighted : undefined;
  for (let attempt = 1; ; attempt += 1) {
    const search = { filters, match, parts, words, intents, order, isGrouped };
    const found = await findJobs(db, search, after, limit + 1);
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const reading = db.reads.prepared((reader) =>
      listStatement(reader, terms ? 'highlighted' : form).execute({ ids, terms }),
    );
    const mentions = found.flatMap(({ id, part }) => (part === 'mention' ? [id] : []));
    const [rows, others, excerpts] = await Promise.all([
      reading,
      isGrouped ? readOtherPostings(db, { filters, match }, ids) : new Map<string, OtherPostings>(),
      terms ? readExcerpts(db, mentions, terms) : undefined,
    ]);
    if (rows.length < found.length && attempt < ATTEMPTS) continue;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const hasParts = words !== undefined || conditions.there !== '';
    return found.flatMap(({ id, part, rank, key }) => {
      const row = byId.get(id);
      const places = row && matchingFirst(row.places, areas);
      // Unlike a spread with further properties, `Object.assign` is fast in V8.
      return row && places
        ? [
            Object.assign({}, row, {
              places,
              also: others.get(id),
              excerpt: excerpts?.get(id),
              part: hasParts ? part : undefined,
              rank,
              key,
            }),
          ]
        : [];
    });
  }
}

/** Moves the places that match the searched location to the front. */
function matchingFirst(places: Place[], areas: Area[]): Place[] {
  if (areas.length === 0 || places.length < 2) return places;
  const isNamed = ({ id }: Place) => {
    const place = gazetteer().get(id);
    return place !== undefined && areas.some((area) => gazetteer().contains(area, place));
  };
  return [...places.filter(isNamed), ...places.filter((place) => !isNamed(place))];
}

function descriptionColumns(form: DescriptionForm) {
  if (form === 'html') return htmlOrMarkdown('job');
  const description: SQL<string | null> = form === 'summary' ? sql`null` : sql`${jobs.description}`;
  return { description, is_html: sql<boolean>`false` };
}
