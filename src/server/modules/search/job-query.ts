import { and, or, type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import type { JobOrder } from '#shared/domain/job-search.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import {
  conditionsOf,
  facetConditions,
  facetTerms,
  hasExact,
  type JobFilters,
  knownFacets,
  matches,
  matchesRow,
  matchesScans,
  otherConditions,
  type Search,
  where,
} from './filters.ts';
import { divideForIndex } from './index-scans.ts';
import { isFirstOfGroup, isNewer, isPaidMore } from './job-groups.ts';
import type { Position as ListPosition } from './list-position.ts';
import { newestJobs } from './newest-jobs.ts';
import { type Match, type Query, TIERS, type Tier } from './ranking-tiers.ts';
import { readStatistics, type Statistics } from './statistics.ts';
import { all, any, hasPhrase, not, shareOf, type TextQuery, toTsquery } from './text-query.ts';

/** A part of a result with several parts. */
export type PartOfResult = {
  /** The query for the jobs of all parts. */
  whole: Match | undefined;
  /** The queries for the jobs of the parts before it. */
  earlier: Query[];
  /** Whether postings of jobs that an earlier part has are left out, although the list is not grouped here. */
  isOutsideGroups?: boolean;
};

/** A position in a part of a list. */
type Position = Omit<ListPosition, 'part'>;

type OrderedSearch = Search & {
  order: JobOrder;
  /** The part of the result to which the list is restricted; undefined if the result has only one. */
  within?: PartOfResult | undefined;
  /** Whether only the first posting of each group is listed; see `isFirstOfGroup`. */
  isGrouped?: boolean | undefined;
  /** If the headings of at least this number of jobs match, the descriptions are not searched. */
  enough?: number;
  /** Whether the list is read from its end, up to and including the position. */
  backwards?: boolean;
};

export type FoundJob = { id: string; rank: number };

/** The orders of a list in a direction, and how the jobs beyond a position and those from a position on compare with it. */
type Direction = ReturnType<typeof inDirection>;

function inDirection(
  direction: 'asc' | 'desc',
  { beyond, from }: { beyond: string; from: string },
) {
  const by = sql.raw(direction);
  const byId = sql`${job_search.job_id} ${by}`;
  const byDate = sql`${job_search.date} ${by}, ${byId}`;
  // No index supports this form. The planner then finds rare words by their index, instead of reading all jobs by date.
  const byDateUnindexed = sql`${job_search.date} + interval '0' ${by}, ${byId}`;
  return {
    byDate,
    byDateUnindexed,
    byPay: sql`${job_search.middle} ${by}, ${byDate}`,
    byPayUnindexed: sql`${job_search.middle} + 0 ${by}, ${byDateUnindexed}`,
    beyond: sql.raw(beyond),
    from: sql.raw(from),
  };
}

const FORWARDS = inDirection('desc', { beyond: '<', from: '<' });
const BACKWARDS = inDirection('asc', { beyond: '>', from: '>=' });

/**
 * For frequent words: how many of the newest jobs are scanned for matches before the index of words is used. The scan
 * is left out if the index can find the newest jobs by terms for their dates.
 */
const CHECKED_JOBS = 400;

/** The same for a list that is read backwards, in which no terms for dates are searched. */
const CHECKED_JOBS_BACKWARDS = 4_000;

/** The newest jobs are scanned first only if at least this many matches are expected on the whole board. */
const MIN_EXPECTED = 100;

/**
 * If more matches than this are expected, the index of words is first searched only for matches among the newest jobs.
 */
const MAX_FOUND_AT_ONCE = 1_000;

/**
 * How many matches per row of the page are expected among the newest jobs that each of the first steps searches. The
 * first step is short, because words that belong together, such as those of a title, match far more jobs than expected.
 */
const EXPECTED_PER_ROW = [0.5, 3, 20];

/**
 * Finds at most `limit` jobs of a part of a result after a position, in order. Each part of a statement scans a single
 * index: for a list or a search for a very frequent word, a B-tree index in order; otherwise, a GIN index.
 */
export function findInPart(
  db: BoardDatabase,
  search: OrderedSearch,
  after: Position | undefined,
  limit: number,
): Promise<FoundJob[]> {
  return findRows(db, search, after, limit, {
    name: `${search.isGrouped ? 'grouped' : 'found'}_jobs_${search.order}${search.backwards ? '_backwards' : ''}`,
    project: (found) => found,
  });
}

/** Counts the jobs that a search finds, up to a limit, so that counting frequent words does not take long. */
export async function countUpTo(
  db: BoardDatabase,
  { filters, match }: Search,
  limit: number,
): Promise<number> {
  const found = await findInPart(db, { filters, match, order: 'newest' }, undefined, limit);
  return found.length;
}

/**
 * SQL for the number of jobs that a search with words finds, up to a limit. Searches the newest jobs first, because an index
 * lists all jobs with a frequent word before the first of them can be counted.
 */
export function countingUpTo(
  { filters, match }: Search & { match: Match },
  limit: number,
  statistics: Statistics,
): SQL {
  const facets = facetConditions(filters);
  if (!facets) return literal(0);
  const list = {
    facets: Object.values(facets),
    terms: facetTerms(filters),
    others: otherConditions(filters),
    after: undefined,
    rows: limit,
    within: undefined,
    match,
    direction: FORWARDS,
  };
  const steps = searchSteps(list, statistics, match.all, { precedes: isNewer, isScanned: false });
  return sql`(select count(*)::integer from (${union(steps, limit)}) as found)`;
}

/** A job that a search matches, with the values that decide its position in the order of relevance. */
export type Candidate = {
  id: string;
  group: string | null;
  /** The index of its tier in `TIERS`. */
  rank: number;
  title: string;
  companyId: string;
  date: Date;
  /** The maximum pay (US dollars per year); -1 if unknown. */
  reach: number;
};

/** Finds the first jobs of a search by tier and date, with the values that decide their rank. */
export async function findCandidates(
  db: BoardDatabase,
  search: Omit<OrderedSearch, 'order' | 'isGrouped'>,
  limit: number,
): Promise<Candidate[]> {
  const rows = await findRows<Omit<Candidate, 'date'> & { moment: number }>(
    db,
    { ...search, order: 'match' },
    undefined,
    limit,
    {
      name: 'ranked_jobs',
      project: (found) => sql`select found.id, found.rank, jobs.title,
          job_search.company_id as "companyId", job_search.group_id as "group", job_search.reach,
          extract(epoch from job_search.date)::float8 * 1000 as moment
        from (${found}) as found join job_search on job_search.job_id = found.id
          join jobs on jobs.id = found.id
        order by found.rank, job_search.date desc, found.id desc`,
    },
  );
  return rows.map(({ moment, ...row }) => ({ ...row, date: new Date(moment) }));
}

type FoundRow = FoundJob & Record<string, unknown>;

/** Which columns of the found jobs a statement reads. */
type Projection = {
  /** The name of the statement. */
  name: string;
  /** Selects the columns. `found` is a statement that finds the ids and the ranks. */
  project: (found: SQL) => SQL;
};

async function findRows<Row extends FoundRow>(
  db: BoardDatabase,
  { filters, match, order, enough, isGrouped, within, backwards }: OrderedSearch,
  after: Position | undefined,
  limit: number,
  projection: Projection,
): Promise<Row[]> {
  const facets = facetConditions(filters);
  if (!facets) return [];
  const list: List = {
    order,
    projection,
    match: match ?? (await matchOfRareFacets(db, filters, order)),
    facets: Object.values(facets),
    terms: facetTerms(filters),
    others: [...otherConditions(filters), ...(isGrouped ? [] : outsideGroups(filters, within))],
    after,
    direction: backwards ? BACKWARDS : FORWARDS,
    within,
    rows: rowsToRead(limit),
    ...(isGrouped && {
      found: conditionsOf({ filters, match: within?.whole ?? match }, matchesRow),
    }),
    enough: enough ?? limit,
  };
  const found = await (order === 'salary'
    ? findBySalary<Row>(db, list)
    : list.match
      ? findByWords<Row>(db, list, list.match, await readStatistics(db))
      : runStatement<Row>(db, list, newestJobsQuery(list)));
  return found.slice(0, limit);
}

/**
 * For the candidates of a grouped list: the condition that no posting of the same job belongs to an earlier part of the
 * result.
 */
function outsideGroups(filters: JobFilters, within: PartOfResult | undefined): SQL[] {
  if (!within?.isOutsideGroups || within.earlier.length === 0) return [];
  const found = conditionsOf({ filters, match: within.whole }, matchesRow);
  const precedes = or(...within.earlier.map(matchesRow));
  return found && precedes ? [isFirstOfGroup(found, precedes)] : [];
}

/** Facets are rare if jobs are expected to match them with a smaller share than this. */
const RARE_SHARE = 0.002;

/**
 * Returns a query that finds jobs with rare facets by the index of words. It is for facets for which no index lists the
 * jobs by date: a salary range, several types or companies, or the hours of remote jobs. Returns undefined for other facets and for frequent
 * ones, because reading the newest jobs in order is then faster.
 */
async function matchOfRareFacets(
  db: BoardDatabase,
  filters: JobFilters,
  order: JobOrder,
): Promise<Match | undefined> {
  const { salary, types = [], hours = [], companies = [] } = knownFacets(filters) ?? {};
  const isIndexed = !salary && types.length < 2 && hours.length === 0 && companies.length < 2;
  if (isIndexed || order === 'salary') return undefined;
  const { shares } = await readStatistics(db);
  const terms = facetTerms(filters);
  const share = terms.reduce((product, term) => product * shareOf(term, shares.heading), 1);
  if (share >= RARE_SHARE) return undefined;
  return {
    all: { column: 'heading', terms: all(terms) },
    tiers: [],
    exclusions: '',
  };
}

type List = {
  order: JobOrder;
  projection: Projection;
  match: Match | undefined;
  /** The conditions of the facets, both as SQL and as terms of the text indexes. */
  facets: SQL[];
  terms: TextQuery[];
  others: SQL[];
  after: Position | undefined;
  direction: Direction;
  within: PartOfResult | undefined;
  rows: number;
  enough: number;
  /** For a grouped list: the conditions of all jobs that the search finds. */
  found?: SQL[] | undefined;
};

/**
 * Rounds the number of rows up to the number on a default page or on a full page, because PostgreSQL caches a separate
 * plan for each number.
 */
function rowsToRead(limit: number): number {
  const { default: usual, max } = JOBS_PER_PAGE;
  return [usual + 1, max + 1].find((rows) => limit <= rows) ?? limit;
}

/** The condition that a job matches a text query, in the form that the index of words evaluates in the least time. */
function matchesByIndex({ column, terms }: Query, { jobs, shares }: Statistics): SQL {
  if (hasPhrase(terms)) return matches({ column, terms });
  return matchesScans(column, divideForIndex(terms, { jobs, termShare: shares[column] }));
}

/** Writes a number into the text of the statement, instead of passing it as a parameter. */
function literal(number: number): SQL {
  return sql.raw(String(number));
}

/**
 * Runs a statement. If indexes answer all conditions of the list, one cached plan is good for all values. Otherwise,
 * PostgreSQL plans each execution. It also does so for words as written, whose conditions differ from search to search.
 */
async function runStatement<Row extends FoundRow>(
  db: BoardDatabase,
  { projection: { name, project }, others, match }: List,
  found: SQL,
  suitsAllValues = others.length === 0,
): Promise<Row[]> {
  const statement = project(found);
  if (suitsAllValues && !(match && hasPhrase(match.all.terms)))
    return db.reads.run<Row>(name, statement);
  const { rows } = await db.reads.planned((reader) => reader.execute(named(name, statement)));
  return rows as Row[];
}

/**
 * Finds jobs that match the words of a search, in the order of date or relevance. For relevance, first searches only
 * the headings. If the page is not full, runs a second statement for the descriptions. PostgreSQL runs each statement
 * only as far as necessary.
 */
async function findByWords<Row extends FoundRow>(
  db: BoardDatabase,
  list: List,
  match: Match,
  statistics: Statistics,
): Promise<Row[]> {
  const { order, rows } = list;
  if (order === 'newest' || match.tiers.length === 0) {
    const steps = searchSteps(list, statistics, match.all, { precedes: isNewer });
    return runStatement(db, list, union(steps, rows));
  }
  if (list.direction === BACKWARDS) {
    const { after } = list;
    const tiers = match.tiers.filter(({ rank }) => !after || rank <= after.rank).reverse();
    return tiers.length > 0
      ? runStatement(db, list, union(stepsOfTiers(list, match, tiers, statistics), rows))
      : [];
  }
  const found: Row[] = [];
  for (const tiers of runsOf(list, match, statistics)) {
    if (found.length >= list.enough) break;
    const known = new Set(found.map(({ id }) => id));
    const others = await findByTiers<Row>(db, list, match, tiers, statistics);
    found.push(...others.filter(({ id }) => !known.has(id)));
    // Titles that are searched together with other headings yield the same result as titles that are searched first.
    const inTitles = found.filter(({ rank }) => rank < AFTER_TITLES);
    if (inTitles.length >= list.enough) return inTitles;
  }
  return found;
}

/** The ranks of the first tier that does not belong to titles, and of the first that does not belong to headings. */
const [AFTER_TITLES, AFTER_HEADINGS] = [
  TIERS.indexOf('requirements'),
  TIERS.indexOf('role and text'),
];

/**
 * The tiers in groups that are searched together: first the tiers of titles, then the other tiers of headings, and then
 * each other tier alone. If few headings match and the titles are not expected to suffice, all headings are searched
 * together.
 */
function runsOf(
  { enough, found, after }: List,
  { tiers }: Match,
  statistics: Statistics,
): Tier[][] {
  const inTitles = tiers.filter(({ rank }) => rank < AFTER_TITLES);
  const inHeadings = tiers.filter(({ rank }) => rank < AFTER_HEADINGS);
  const others = tiers.filter(({ rank }) => rank >= AFTER_HEADINGS).map((tier) => [tier]);
  // After a cursor, the tiers of titles and those of other headings exclude different jobs.
  const isTogether =
    !(found || after) &&
    expectedJobs(inTitles, statistics) < enough &&
    expectedJobs(inHeadings, statistics) <= MAX_EXPECTED_AT_ONCE;
  if (isTogether) return [inHeadings, ...others];
  return [inTitles, inHeadings.filter(({ rank }) => rank >= AFTER_TITLES), ...others];
}

/** Estimates how many jobs match any of these tiers, which search the same column. */
function expectedJobs(tiers: Tier[], { jobs, shares }: Statistics): number {
  const [first] = tiers;
  return first ? jobs * shareOf(anyOf(tiers), shares[first.query.column]) : 0;
}

/**
 * Finds jobs of some tiers: by one scan of the index if few jobs match, and otherwise tier by tier. Without a cursor,
 * the result may repeat jobs that earlier groups of tiers have found, because leaving them out in the database takes
 * longer.
 */
async function findByTiers<Row extends FoundRow>(
  db: BoardDatabase,
  list: List,
  match: Match,
  run: Tier[],
  statistics: Statistics,
): Promise<Row[]> {
  const { after, rows } = list;
  const tiers = run.filter(({ rank }) => rank >= (after?.rank ?? 0));
  const [first, ...others] = tiers;
  if (!first) return [];
  // A grouped list is always searched tier by tier, because each job is compared with other postings in better tiers.
  if (others.length > 0 && !list.found) {
    const found: Query = { ...first.query, terms: anyOf(tiers) };
    if (expectedJobs(tiers, statistics) <= MAX_EXPECTED_AT_ONCE) {
      const ranked = await runStatement<Row>(
        db,
        list,
        rankedAtOnce(list, match, [first, ...others], found, statistics),
      );
      if (ranked.every(({ rank }) => rank !== TOO_MANY)) return ranked;
    }
  }
  return runStatement(db, list, union(stepsOfTiers(list, match, tiers, statistics), rows));
}

/** Searches tiers one after the other. */
function stepsOfTiers(list: List, match: Match, tiers: Tier[], statistics: Statistics): SQL[] {
  const { after, direction } = list;
  const share = shareOf(match.exclusions, statistics.shares.words);
  // Without a cursor, a list that is read forwards leaves out the jobs of better tiers when it has found them.
  const isExclusive = after !== undefined || direction === BACKWARDS;
  return tiers.flatMap((tier) => {
    const { rank, query } = tier;
    const conditions = [...(isExclusive ? outsideBetter(tier) : []), ...exclusionsOf(match, query)];
    const from = { ...list, after: after?.rank === rank ? after : undefined };
    const isBetter = tier.better.map(matchesRow);
    const precedes = or(...isBetter, and(matchesRow(query), isNewer)) ?? isNewer;
    return searchSteps(from, statistics, onlyIn(tier), { rank, conditions, share, precedes });
  });
}

/**
 * The query of all jobs that match any of these tiers. The index takes less time if a part that several tiers require is
 * written once.
 */
function anyOf(tiers: Tier[]): TextQuery {
  const byRequired = new Map<TextQuery, TextQuery[]>();
  for (const { own, required } of tiers) {
    byRequired.set(required, [...(byRequired.get(required) ?? []), own]);
  }
  return any([...byRequired].map(([required, own]) => all([any(own), required])));
}

/** The query of a tier, without jobs that also match a better tier of the same column. The index excludes these. */
function onlyIn({ query, better }: Tier): Query {
  const excluded = better.filter(({ column }) => column === query.column);
  return { ...query, terms: all([query.terms, not(any(excluded.map(({ terms }) => terms)))]) };
}

/** The condition that a job does not match a better tier of the other column. */
function outsideBetter({ query, better }: Tier): SQL[] {
  const others = better.filter(({ column }) => column !== query.column);
  return others.map((each) => sql`not ${matchesRow(each)}`);
}

/**
 * The condition that a job has no excluded word. The condition repeats the required terms, so that an index can
 * evaluate it. Otherwise, PostgreSQL would have to read the words of each job.
 */
function exclusionsOf({ exclusions }: Match, { terms }: Query): SQL[] {
  return exclusions ? [matches({ column: 'words', terms: all([terms, exclusions]) })] : [];
}

/** The maximum number of jobs that one scan of the index may find for several tiers. */
const MAX_RANKED_AT_ONCE = 1_000;

/** If more matching jobs than this are expected, each tier is searched alone. */
const MAX_EXPECTED_AT_ONCE = 2 * MAX_RANKED_AT_ONCE;

/** The rank of the single row that the query returns if more than `MAX_RANKED_AT_ONCE` jobs match. */
const TOO_MANY = -1;

/**
 * Finds all jobs of some tiers of headings at once. Each job gets the best tier that it matches.
 *
 * `found` has no limit of its own: with one, PostgreSQL would read the table instead of the index. It still reads only as
 * many rows as `matching` needs.
 * @param found the query of all jobs that match any of these tiers
 */
function rankedAtOnce(
  list: List,
  match: Match,
  tiers: [Tier, ...Tier[]],
  found: Query,
  statistics: Statistics,
): SQL {
  const { terms, others, after, rows } = list;
  const [first] = tiers;
  const { column } = found;
  const wanted = after ? onlyIn({ ...first, query: found }) : found;
  const conditions = [
    matchesByIndex({ column, terms: all([wanted.terms, ...terms]) }, statistics),
    ...exclusionsOf(match, found),
    ...others,
  ];
  const ranks = tiers.map(
    ({ rank, query }) =>
      sql`when terms @@ ${toTsquery(query.terms)}::tsquery then ${literal(rank)}`,
  );
  const behind = after
    ? sql` where rank > ${literal(after.rank)} or (rank = ${literal(after.rank)}
        and (date, id) < (${after.date.toISOString()}::timestamptz, ${after.id}::uuid))`
    : sql``;
  // The concatenation decompresses the terms once for all tiers. OFFSET prevents the planner from decompressing them
  // again.
  return sql`with found as materialized (
      select ${job_search.job_id} as id, ${job_search.date} as date, ${job_search.heading} as terms
      from ${job_search}${where(conditions)}
    ), matching as materialized (
      select * from found limit ${literal(MAX_RANKED_AT_ONCE + 1)}
    ), counted as materialized (select count(*) > ${literal(MAX_RANKED_AT_ONCE)} as too_many from matching)
    (select id, ${literal(TOO_MANY)} as rank from matching where (select too_many from counted) limit 1)
    union all (select id, rank from (
      select id, date, case ${sql.join(ranks, sql` `)} end as rank from (
        select id, date, terms || '' as terms from matching where not (select too_many from counted) offset 0
      ) as few
    ) as ranked${behind} order by rank, date desc, id desc limit ${literal(rows)})`;
}

/**
 * Selects the first jobs in an order. In a grouped list, `isFirst` is the condition that a job is the first of its
 * group.
 */
function select(
  rank: SQL,
  from: SQL,
  conditions: SQL[],
  order: SQL,
  { rows, isFirst }: { rows: number; isFirst?: SQL | undefined },
): SQL {
  const columns = sql`${job_search.job_id} as id, ${rank} as rank`;
  const ordered = sql`from ${from}${where(conditions)} order by ${order}`;
  if (!isFirst) return sql`(select ${columns} ${ordered} limit ${literal(rows)})`;
  // OFFSET keeps the planner from checking the groups of jobs that are not on the page.
  return sql`(select ${columns} from (
      select ${job_search.job_id}, ${job_search.group_id}, ${job_search.middle}, ${job_search.date}
      ${ordered} offset 0
    ) as job_search${where([isFirst])} limit ${literal(rows)})`;
}

/** In a grouped list, the condition that a job is the first of its group. */
function firstIn({ found, within, match }: StepsOfList, precedes: SQL): SQL | undefined {
  if (!found || !within || !match) return found && isFirstOfGroup(found, precedes);
  const earlier = within.earlier.map(matchesRow);
  return isFirstOfGroup(found, or(...earlier, and(matchesRow(match.all), precedes)) ?? precedes);
}

/** The query for the newest jobs of a search without words. */
function newestJobsQuery(list: List): SQL {
  const { facets, others, rows, direction } = list;
  const conditions = [...facets, ...others, ...behind(list)];
  const isFirst = firstIn(list, isNewer);
  return select(literal(0), sql`${job_search}`, conditions, direction.byDate, { rows, isFirst });
}

/** What the steps of a search by date need of a list. */
type StepsOfList = Pick<
  List,
  'facets' | 'terms' | 'others' | 'after' | 'rows' | 'found' | 'within' | 'match' | 'direction'
>;

/**
 * Searches by date in steps until the page is full. Each step continues where the previous one ended. The first steps
 * search the newest jobs: by the index of words, which also has terms for hours and days, or by a scan if the words are
 * frequent. The last step searches all jobs. Row estimates only affect speed, never results.
 */
function searchSteps(
  list: StepsOfList,
  statistics: Statistics,
  query: Query,
  /**
   * The rank of the rows, more conditions, the share of jobs that meet these conditions, and the condition that another
   * posting of the same group precedes.
   */
  {
    rank = 0,
    conditions = [],
    share: shareOfConditions = 1,
    precedes,
    isScanned: mayScan = true,
  }: {
    rank?: number;
    conditions?: SQL[];
    share?: number;
    precedes: SQL;
    /** Whether the newest jobs may be scanned by date. */
    isScanned?: boolean;
  },
): SQL[] {
  const { facets, terms, others, match, after, rows, direction } = list;
  const { byDate, byDateUnindexed, beyond } = direction;
  const page = { rows, isFirst: firstIn(list, precedes) };
  const shareOfTerms = (searched: TextQuery) => shareOf(searched, statistics.shares[query.column]);
  const shareOfWords = shareOfTerms(query.terms) * shareOfConditions;
  const share = terms.map(shareOfTerms).reduce((a, b) => a * b, shareOfWords);
  const expected =
    direction === FORWARDS && statistics.jobs * share > MAX_FOUND_AT_ONCE
      ? EXPECTED_PER_ROW.flatMap(
          (perRow) => newestJobs(statistics, (perRow * rows) / share, after?.date) ?? [],
        )
      : [];
  // Ranges begin at a full hour or day, so some may be the same.
  const ranges = [...new Map(expected.map((range) => [range.from.getTime(), range])).values()];
  const checked = direction === FORWARDS ? CHECKED_JOBS : CHECKED_JOBS_BACKWARDS;
  const isScannable = mayScan && !hasExact(query.terms) && !hasExact(match?.exclusions ?? '');
  const isScanned = isScannable && ranges.length === 0 && checked * shareOfWords >= MIN_EXPECTED;

  const behindCursor = behind(list);
  const listed = [...facets, ...behindCursor];
  const remaining = [...behindCursor, ...others, ...conditions];
  const steps: SQL[] = [];
  if (isScanned) {
    const newest = sql`(select * from ${job_search}${where(listed)}
      order by ${byDate} limit ${literal(checked)}) as job_search`;
    const checks = [matchesRow(query), ...others, ...conditions];
    steps.push(select(literal(rank), newest, checks, byDate, page));
    // Exclude the jobs that the first step has checked. If that step has checked all jobs, the subquery is null and no
    // row matches.
    remaining.push(sql`(${job_search.date}, ${job_search.job_id}) ${beyond} (
      select date, job_id from ${job_search}${where(listed)}
      order by ${byDate} offset ${literal(checked - 1)} limit 1
    )`);
  }
  // Use terms for the facets here, because combining the text index with another index would take longer.
  const everywhere = { ...query, terms: all([query.terms, ...terms]) };
  const addIndexStep = (searched: Query, ...range: SQL[]) => {
    const checks = [matchesByIndex(searched, statistics), ...range, ...remaining];
    steps.push(select(literal(rank), sql`${job_search}`, checks, byDateUnindexed, page));
  };
  let older: SQL[] = [];
  for (const newest of ranges) {
    addIndexStep({ ...everywhere, terms: all([everywhere.terms, newest.terms]) }, ...older);
    older = [sql`${job_search.date} + interval '0' < ${newest.from}`];
  }
  addIndexStep(everywhere, ...older);
  return steps;
}

/**
 * For lists by pay: how many of the highest-paid jobs are scanned for the words, in two steps, before the index of
 * words is used.
 */
const CHECKED_BY_SALARY = [400, 4_000];

/**
 * The highest-paid jobs are scanned only if at least this share of jobs contains the words. Rarer words are searched by
 * their index at once.
 */
const MIN_SHARE_BY_SALARY = 0.02;

async function findBySalary<Row extends FoundRow>(db: BoardDatabase, list: List): Promise<Row[]> {
  const { facets, terms, others, match, rows, direction } = list;
  const { byPay, byPayUnindexed, beyond } = direction;
  const page = { rows, isFirst: firstIn(list, isPaidMore) };
  const conditions = [...facets, ...others, ...behindBySalary(list)];
  if (!match) {
    const suitsAllValues = facets.length === 0 && others.length === 0;
    const statement = select(
      sql`${job_search.middle}`,
      sql`${job_search}`,
      conditions,
      byPay,
      page,
    );
    return runStatement(db, list, statement, suitsAllValues);
  }
  const { shares } = await readStatistics(db);
  const share = shareOf(match.all.terms, shares[match.all.column]);
  const steps: SQL[] = [];
  let unchecked: SQL[] = [];
  const isScanned = share >= MIN_SHARE_BY_SALARY && !hasExact(match.all.terms);
  for (const checked of isScanned ? CHECKED_BY_SALARY : []) {
    const ordered = sql`from ${job_search}${where(conditions)} order by ${byPay}`;
    const highest = sql`(select * ${ordered} limit ${literal(checked)}) as job_search`;
    const checks = [matchesRow(match.all), ...unchecked];
    steps.push(select(sql`${job_search.middle}`, highest, checks, byPay, page));
    // Exclude the jobs that this step has checked. If the step has checked all jobs, the subquery is null and no row
    // matches.
    unchecked = [
      sql`(${job_search.middle}, ${job_search.date}, ${job_search.job_id}) ${beyond} (
        select middle, date, job_id ${ordered} offset ${literal(checked - 1)} limit 1
      )`,
    ];
  }
  const byIndex = matches({ ...match.all, terms: all([match.all.terms, ...terms]) });
  steps.push(
    select(
      sql`${job_search.middle}`,
      sql`${job_search}`,
      [byIndex, ...conditions, ...unchecked],
      byPayUnindexed,
      page,
    ),
  );
  return runStatement(db, list, union(steps, rows), false);
}

function behindBySalary({ after, direction }: List): SQL[] {
  if (!after) return [];
  const { rank, date, id } = after;
  return [
    sql`(${job_search.middle}, ${job_search.date}, ${job_search.job_id})
      ${direction.from} (${rank}::integer, ${date.toISOString()}::timestamptz, ${id}::uuid)`,
  ];
}

/** PostgreSQL runs the parts of UNION ALL one after another and stops at the limit. */
function union(parts: SQL[], rows: number): SQL {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return sql`${sql.join(parts, sql` union all `)} limit ${literal(rows)}`;
}

/** The condition that a job comes after the cursor, if there is one. */
function behind({ after, direction }: Pick<List, 'after' | 'direction'>): SQL[] {
  if (!after) return [];
  const { date, id } = after;
  return [
    sql`(${job_search.date}, ${job_search.job_id})
      ${direction.from} (${date.toISOString()}::timestamptz, ${id}::uuid)`,
  ];
}
