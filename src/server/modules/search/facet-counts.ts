import { gte, type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { ALL_COMPANIES, bitOf, job_search } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import type { CountedCompany, JobCounts } from '#shared/contract/job-responses.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { type JobPart, POSTED_DAYS } from '#shared/domain/job-search.ts';
import type { Level } from '#shared/domain/levels.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import {
  MAX_COMPANY_OPTIONS,
  MAX_EXACT_COUNT,
  MAX_JOBS_OF_SKILLS,
  MAX_SUGGESTIONS,
} from '#shared/limits.ts';
import {
  conditionsBesideFacets,
  conditionsOf,
  facetConditions,
  hoursIfRemote,
  hoursOfRemote,
  type JobFilters,
  knownFacets,
  otherConditions,
  postedSince,
  type Search,
  where,
} from './filters.ts';
import { countingUpTo, countUpTo } from './job-query.ts';
import { sanitizeQuery } from './query-parser.ts';
import type { Match } from './ranking-tiers.ts';
import { countSkills, skillsOf } from './skill-filter.ts';
import { readStatistics } from './statistics.ts';
import { type Group, readBoardCounts, readStoredCounts, STORED } from './stored-counts.ts';
import { hasPhrase } from './text-query.ts';

/** Limits a count. Counts are exact up to `MAX_EXACT_COUNT`; `MAX_EXACT_COUNT` + 1 means any larger number. */
export const capped = (jobs: number) => Math.min(jobs, MAX_EXACT_COUNT + 1);

/**
 * Whether the counts of a search are stored. They are stored if the search has no words and no filters but facets. The hours
 * of remote jobs are not stored.
 */
export function hasStoredCounts({ filters, match }: Search): boolean {
  return !match && !filters.orremote && otherConditions(filters).length === 0;
}

/**
 * Whether the board is so small that counting its jobs takes no longer than searching. The number of jobs is an estimate
 * that may be a few minutes old, because adding up the stored counts takes milliseconds. A new board has no estimate yet.
 */
export async function isSmallBoard(db: BoardDatabase): Promise<boolean> {
  const { jobs } = await readStatistics(db);
  if (jobs >= 0) return jobs <= MAX_EXACT_COUNT;
  const [board] = await db.reads.run<{ jobs: number }>(
    'counted_board',
    sql`select coalesce(sum(jobs), 0)::integer as jobs from ${STORED} where company_id = ${ALL_COMPANIES}`,
  );
  return (board?.jobs ?? 0) <= MAX_EXACT_COUNT;
}

/** Adds the pending changes of writes to the stored counts. */
export async function compactCounts(db: Database): Promise<void> {
  await db.execute(sql`select compact_counts()`);
}

/** A part of a result whose jobs are counted. */
export type CountedPart = {
  part: JobPart;
  match: Match | undefined;
  /** The highest number that is counted. */
  most: number;
  /** Whether the part has all jobs of the search that other parts do not have, so that it is counted only if there are many. */
  isRest: boolean;
};

/** What is counted beside the facets. */
type Wanted = { posted?: boolean; facts?: boolean; skills?: boolean; parts?: CountedPart[] };

/** The counts of the facets, and those of `Wanted`. */
type Counted = {
  counts: JobCounts;
  /** Undefined if the search finds more than `MAX_EXACT_COUNT` jobs, because counting them would take too long. */
  facts?: FactCount[] | undefined;
  /** The number of jobs in each part; null if it was not counted. */
  parts: (number | null)[];
};

/** Counts the jobs that a search finds, and the jobs that it would find with each other option of a facet. */
export async function countFacets(
  db: BoardDatabase,
  search: Search,
  wanted: Wanted = {},
): Promise<Counted> {
  const { salary, type, orremote } = search.filters;
  const isFromJobs = isCountedFromJobs(search);
  const { groups, company, facts, skill, posted, parts } = await (isFromJobs
    ? countFromJobs(db, search, wanted)
    : countFromStored(db, search, wanted));
  const total = sum(groups, { salary, type, orremote });
  const counts = {
    total,
    ...(total > MAX_EXACT_COUNT && { more: true as const }),
    salary: SALARY_RANGES.map(({ value }) => ({
      value,
      jobs: sum(groups, { salary: value, type, orremote }),
    })),
    type: EMPLOYMENT_TYPES.map((value) => ({
      value,
      jobs: sum(groups, { salary, type: [value], orremote }),
    })),
    ...(company && { company }),
    ...(skill && { skill }),
    ...(posted && { posted }),
  };
  return { counts, facts, parts };
}

/** The results of counting, before they are added up. */
type RawCounts = Pick<JobCounts, 'company' | 'posted' | 'skill'> &
  Pick<Counted, 'facts' | 'parts'> & { groups: Group[] };

async function countFromStored(
  db: BoardDatabase,
  search: Search,
  { posted, facts, skills, parts = [] }: Wanted,
): Promise<RawCounts> {
  const { filters } = search;
  const [groups, company, counted, byAge] = await Promise.all([
    countGroups(db, search),
    countCompanies(db, search),
    skills ? countSkills(db, search) : undefined,
    posted ? countPosted(db, search) : undefined,
  ]);
  const areMany = sum(groups, filters) > MAX_EXACT_COUNT;
  const [byFact, ofParts] = await Promise.all([
    facts && !areMany ? countFacts(db, search) : undefined,
    Promise.all(
      parts.map(({ match, most, isRest }) => {
        if (isRest && !areMany) return null;
        const part = { filters, match };
        return most < MAX_EXACT_COUNT ? countUpTo(db, part, most) : countTotal(db, part);
      }),
    ),
  ]);
  return { groups, company, facts: byFact, skill: counted, posted: byAge, parts: ofParts };
}

/**
 * Counts the jobs of a search with words or facts. One statement finds the jobs once and counts them in each way, because
 * finding them takes longer than counting.
 */
async function countFromJobs(
  db: BoardDatabase,
  search: Search,
  { posted, facts, skills, parts = [] }: Wanted,
): Promise<RawCounts> {
  const { salary, type, orremote, company, posted: since } = search.filters;
  const ofCompany = facetConditions({ company });
  const ofOthers = facetConditions(
    { salary, type, orremote },
    (hours) => sql`hours = any(${sql.param(hours)}::text[])`,
  );
  const noJob = [sql`false`];
  const limit = sql.raw(String(MAX_EXACT_COUNT));
  const areMany = sql`((select count(*) from chosen) > ${limit})`;
  const hasAges = posted && !since;
  const list = (rows: SQL) => sql`(select coalesce(json_agg(row), '[]') from (${rows}) as row)`;
  const newest = sql.raw(String(MAX_JOBS_OF_SKILLS));
  const byFact = sql`select workplace, employment, level, visa, count(*)::integer as jobs
    from known group by 1, 2, 3, 4`;
  const statistics = await readStatistics(db);
  const countOf = ({ match, most, isRest }: CountedPart) => {
    const part = { filters: search.filters, match };
    const count =
      match && most < MAX_EXACT_COUNT
        ? countingUpTo({ ...part, match }, most, statistics)
        : countOfTotal(part);
    return isRest ? sql`case when ${areMany} then ${count} end` : count;
  };
  const [row] = await queryByIndex<{
    groups: Group[];
    company: CountedCompany[] | null;
    facts: FactCount[] | null;
    skill: NonNullable<JobCounts['skill']> | null;
    parts: (number | null)[];
  }>(
    db,
    search,
    'counted_jobs',
    sql`with matched as materialized (
        select job_id, company_id, type, salary, salaries, date,
          ${orremote ? hoursIfRemote() : sql`null::text`} as hours
        from ${job_search}${where([
          ...Object.values(ofCompany ?? {}),
          ...(ofCompany ? conditionsBesideFacets(search) : noJob),
        ])}
      ), chosen as materialized (
        select job_id, company_id, date from matched as ${job_search}${where(Object.values(ofOthers ?? noJob))}
      ), newest as materialized (
        select job_id from chosen order by date desc, job_id desc limit ${newest}
      ), known as materialized (
        select workplace, employment, level, visa, case when newest.job_id is not null then skills end as skills
        from (
          select job_id from chosen where not ${areMany} union all select job_id from newest where ${areMany}
        ) as read left join job_facts using (job_id) left join newest using (job_id)
      )
      select ${list(sql`
        select type, salary, salaries, ${hasAges ? ageOf(Date.now()) : sql`null::integer`} as age,
          hours, count(*)::integer as jobs
        from matched as ${job_search} group by 1, 2, 3, 4, 5`)} as groups,
        ${company ? sql`null::json` : listOfCompanies(list)} as company,
        ${facts ? sql`case when not ${areMany} then ${list(byFact)} end` : sql`null::json`} as facts,
        ${skills ? list(skillsOf(sql`known`)) : sql`null::json`} as skill,
        array[${sql.join(parts.map(countOf), sql`, `)}]::integer[] as parts`,
  );
  const groups = row?.groups ?? [];
  const ages = hasAges
    ? POSTED_DAYS.map((value) => ({
        value,
        jobs: sum(
          groups.filter(({ age }) => age && age <= Number(value)),
          { salary, type, orremote },
        ),
      }))
    : undefined;
  const [ofAnyCompany, ofAnyDate] = await Promise.all([
    company ? countCompanies(db, search) : undefined,
    posted && since ? countPosted(db, search) : undefined,
  ]);
  return {
    groups,
    company: company ? ofAnyCompany : row?.company?.map(withCappedJobs),
    facts: row?.facts ?? undefined,
    skill: row?.skill ?? undefined,
    posted: ages ?? ofAnyDate,
    parts: row?.parts ?? [],
  };
}

/** SQL for the number of chosen jobs of each company by name; null if there are too many companies to list. */
function listOfCompanies(list: (rows: SQL) => SQL): SQL {
  const rows = sql`select id, name, coalesce(jobs, 0) as jobs from companies left join (
      select company_id, count(*)::integer as jobs from chosen group by 1
    ) as counted on company_id = id order by name collate "und-x-icu", id`;
  const some = sql.raw(String(MAX_COMPANY_OPTIONS + 1));
  return sql`case when (select count(*) from (select from companies limit ${some}) as listed) < ${some}
    then ${list(rows)} end`;
}

const withCappedJobs = (company: CountedCompany) => ({ ...company, jobs: capped(company.jobs) });

/** SQL: the shortest period of the filter "posted", in days, that includes a job; null if none does. */
function ageOf(now: number): SQL {
  const ages = POSTED_DAYS.map(
    (days) => sql`when ${gte(job_search.date, postedSince(days, now))} then ${sql.raw(days)}`,
  );
  return sql`case ${sql.join(ages, sql` `)} end`;
}

/** Counts the jobs that a search finds. */
export async function countTotal(db: BoardDatabase, search: Search): Promise<number> {
  if (!isCountedFromJobs(search)) return sum(await countGroups(db, search), search.filters);
  const [row] = await queryByIndex<{ jobs: number }>(
    db,
    search,
    'counted_total',
    sql`select ${countOfTotal(search)} as jobs`,
  );
  return row?.jobs ?? 0;
}

/** Counts the jobs of several searches, each of which has words or terms, in one statement. */
export async function countTotals(db: BoardDatabase, searches: Search[]): Promise<number[]> {
  const [first] = searches;
  if (!first) return [];
  const [row] = await queryByIndex<{ jobs: number[] }>(
    db,
    first,
    'counted_totals',
    sql`select array[${sql.join(searches.map(countOfTotal), sql`, `)}] as jobs`,
  );
  return row?.jobs ?? [];
}

/** SQL for the number of jobs that a search finds, up to `MAX_EXACT_COUNT` + 1. */
function countOfTotal(search: Search): SQL {
  const conditions = conditionsOf(search) ?? [sql`false`];
  return sql`(select count(*)::integer from (
    select from ${job_search}${where(conditions)} limit ${sql.raw(String(MAX_EXACT_COUNT + 1))}
  ) as found)`;
}

/** Finds the first of these areas in which the search finds jobs. */
export async function findAreasWithJobs(
  db: BoardDatabase,
  search: Search,
  areas: string[],
  limit: number,
): Promise<string[]> {
  const conditions = conditionsOf(search);
  if (!conditions) return [];
  const lies = sql`${job_search.heading} @@ ('''^' || area || '''')::tsquery`;
  const rows = await queryByIndex<{ area: string }>(
    db,
    search,
    'areas_of_search',
    sql`select area from unnest(${sql.param(areas)}::text[]) with ordinality as listed (area, position)
      where exists (select from ${job_search} ${where([lies, ...conditions])})
      order by position limit ${limit}`,
  );
  return rows.map(({ area }) => area);
}

/**
 * Counts the jobs that a search finds with each option of the filter "posted", such as within seven days, ignoring the
 * chosen option.
 */
async function countPosted(
  db: BoardDatabase,
  { filters, match }: Search,
): Promise<NonNullable<JobCounts['posted']>> {
  const ofAnyDate = { filters: { ...filters, posted: undefined }, match };
  const conditions = conditionsOf(ofAnyDate);
  if (!conditions) return POSTED_DAYS.map((value) => ({ value, jobs: 0 }));
  const now = Date.now();
  const since = (days: string) => gte(job_search.date, postedSince(days, now));
  const earliest = POSTED_DAYS.reduce((most, days) => (+days > +most ? days : most));
  const counts = POSTED_DAYS.map((days) => sql`count(*) filter (where ${since(days)})::integer`);
  // Read only the newest jobs, one more than `MAX_EXACT_COUNT`, because counts are exact only up to that number. For
  // words, the order has a form that no index supports. Otherwise, PostgreSQL would read all jobs by date.
  const order = match ? sql`${job_search.date} + interval '0'` : sql`${job_search.date}`;
  const [row] = await queryByIndex<{ jobs: number[] }>(
    db,
    ofAnyDate,
    'counted_posted',
    sql`select array[${sql.join(counts, sql`, `)}] as jobs from (
      select ${job_search.date} from ${job_search} ${where([...conditions, since(earliest)])}
      order by ${order} desc limit ${MAX_EXACT_COUNT + 1}
    ) as job_search`,
  );
  return POSTED_DAYS.map((value, index) => ({ value, jobs: row?.jobs[index] ?? 0 }));
}

/** How many jobs have these facts; null for jobs that state none. */
export type FactCount = {
  workplace: Workplace | null;
  employment: Employment | null;
  level: Level | null;
  visa: boolean | null;
  jobs: number;
};

/**
 * Counts the jobs that a search finds by their facts. Returns undefined if the search finds more than
 * `MAX_EXACT_COUNT` jobs, because counting them would take too long.
 */
export async function countFacts(
  db: BoardDatabase,
  search: Search,
): Promise<FactCount[] | undefined> {
  const conditions = conditionsOf(search);
  if (!conditions) return [];
  const counts = await queryByIndex<FactCount>(
    db,
    search,
    'counted_facts',
    sql`select workplace, employment, level, visa, count(*)::integer as jobs from (
      select ${job_search.job_id} from ${job_search} ${where(conditions)} limit ${sql.raw(String(MAX_EXACT_COUNT + 1))}
    ) as found left join job_facts using (job_id) group by 1, 2, 3, 4`,
  );
  const total = counts.reduce((jobs, count) => jobs + count.jobs, 0);
  return total <= MAX_EXACT_COUNT ? counts : undefined;
}

/**
 * Adds up the jobs of the counted groups that have one of the chosen types and the chosen salary range. Remote jobs with the
 * hours of a type may count as well. If no type or no range is chosen, groups with any value count. A job whose pay overlaps several ranges counts in each of them.
 */
function sum(groups: Group[], chosen: Pick<JobFilters, 'type' | 'orremote' | 'salary'>): number {
  const remote = hoursOfRemote(chosen);
  const range = SALARY_RANGES.find(({ value }) => value === chosen.salary)?.value;
  const bit = range ? bitOf(range) : 0;
  return capped(
    groups
      .filter(({ salary, salaries }) => !chosen.salary || salary === range || salaries & bit)
      .filter(
        ({ type, hours }) =>
          !chosen.type || chosen.type.includes(type) || (hours && remote.includes(hours)),
      )
      .reduce((total, { jobs }) => total + jobs, 0),
  );
}

/** Whether the counts of a search are neither stored nor the difference from stored ones. */
const isCountedFromJobs = ({ filters, match }: Search) =>
  !hasStoredCounts({ filters, match: match?.complement ? undefined : match });

/** Counts the jobs of each type and salary range, ignoring the chosen type and range. */
async function countGroups(db: BoardDatabase, search: Search): Promise<Group[]> {
  const { filters, match } = search;
  const { companies } = knownFacets({ company: filters.company }) ?? { companies: [] };
  if (companies?.length === 0) return [];
  if (match?.complement && hasStoredCounts({ filters, match: undefined })) {
    const [all, excluded] = await Promise.all([
      countGroups(db, { filters, match: undefined }),
      countGroups(db, complementOf(filters, match, match.complement)),
    ]);
    return subtract(all, excluded, ({ type, salary, salaries }) => `${type} ${salary} ${salaries}`);
  }
  if (hasStoredCounts(search)) {
    return companies ? readStoredCounts(db, companies) : readBoardCounts(db);
  }
  return queryByIndex<Group>(
    db,
    search,
    'counted_groups',
    sql`select type, salary, salaries, count(*)::integer as jobs from ${job_search}
      ${where([
        ...Object.values(facetConditions({ company: companies }) ?? {}),
        ...conditionsBesideFacets(search),
      ])}
      group by 1, 2, 3`,
  );
}

/** If a search only excludes words, returns the search for exactly the excluded jobs. */
function complementOf(filters: JobFilters, match: Match, complement: Match['all']): Search {
  return { filters, match: { ...match, all: complement, complement: undefined } };
}

/** Subtracts the counts of `excluded` from those of `all`, row by row. */
function subtract<Row extends { jobs: number }>(
  all: Row[],
  excluded: Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const jobsByKey = new Map(excluded.map((row) => [keyOf(row), row.jobs]));
  return all.map((row) => ({
    ...row,
    jobs: Math.max(0, row.jobs - (jobsByKey.get(keyOf(row)) ?? 0)),
  }));
}

/**
 * Runs a query that counts matches of words by the index of words. Otherwise, the planner would read all rows for a
 * frequent word, because it ignores the cost of decompressing the words of each row.
 * - Without further conditions, a generic plan suffices. It assumes that the words are rare.
 *   https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 * - With further conditions, the best index depends on their values, so PostgreSQL plans the query, but may use only bitmap
 *   scans, which are the only scans of the index of words.
 *   https://www.postgresql.org/docs/current/runtime-config-query.html
 */
async function queryByIndex<Row extends Record<string, unknown>>(
  db: BoardDatabase,
  { filters, match }: Search,
  name: string,
  query: SQL,
): Promise<Row[]> {
  const facets = Object.values(facetConditions(filters) ?? {});
  const hasOnlyWords = facets.length === 0 && otherConditions(filters).length === 0;
  if (match && hasOnlyWords && !hasPhrase(match.all.terms)) return db.reads.run<Row>(name, query);
  return db.reads.planned((reader) =>
    reader.transaction(async (tx) => {
      if (match) {
        await tx.execute(
          sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
        );
      }
      const { rows } = await tx.execute(named(name, query));
      return rows as Row[];
    }),
  );
}

/** Returns all companies by name, with their number of jobs, or undefined if there are too many to list. */
async function countCompanies(
  db: BoardDatabase,
  search: Search,
): Promise<CountedCompany[] | undefined> {
  const some = await db.reads.run(
    'some_companies',
    sql`select from companies limit ${MAX_COMPANY_OPTIONS + 1}`,
  );
  if (some.length > MAX_COMPANY_OPTIONS) return undefined;
  const rows = await queryByIndex<CountedCompany>(
    db,
    search,
    'counted_companies',
    sql`select id, name, coalesce(jobs, 0) as jobs
      from companies left join (${jobsByCompany(search)}) as counted on company_id = id
      order by name collate "und-x-icu", id`,
  );
  return rows.map(withCappedJobs);
}

/**
 * Suggests companies by the beginning of a word in their names, those with the most jobs first. Without a name,
 * suggests companies with jobs that match the search.
 */
export async function suggestCompanies(
  db: BoardDatabase,
  search: Search,
  name: string,
): Promise<CountedCompany[]> {
  const rows = await queryByIndex<CountedCompany>(
    db,
    search,
    'suggested_companies',
    name
      ? sql`with named as (select id, name from companies where name_words(name) @@ ${namePrefix(name)})
          select id, name, coalesce(jobs, 0) as jobs from named
          left join (${jobsByCompany(search, sql`company_id in (select id from named)`)}) as counted
            on company_id = id
          order by jobs desc, name collate "und-x-icu", id limit ${MAX_SUGGESTIONS}`
      : sql`select id, name, jobs from (
            ${jobsByCompany(search)} order by jobs desc limit ${MAX_SUGGESTIONS}
          ) as counted join companies on id = company_id
          order by jobs desc, name collate "und-x-icu", id`,
  );
  return rows.map(withCappedJobs);
}

/** SQL for the `company_id` and the number of `jobs` of each company, ignoring the chosen company. */
function jobsByCompany(search: Search, condition?: SQL): SQL {
  const { filters, match } = search;
  if (match?.complement && hasStoredCounts({ filters, match: undefined })) {
    const excluded = complementOf(filters, match, match.complement);
    return sql`select company_id, every.jobs - coalesce(excluded.jobs, 0) as jobs
      from (${jobsByCompany({ filters, match: undefined }, condition)}) as every
      left join (${jobsByCompany(excluded, condition)}) as excluded using (company_id)
      where every.jobs > coalesce(excluded.jobs, 0)`;
  }
  const { salary, type, orremote } = filters;
  const facets = facetConditions({ salary, type, orremote });
  const conditions = [...(condition ? [condition] : []), ...(facets ? [] : [sql`false`])];
  if (hasStoredCounts(search)) {
    return sql`select company_id, sum(jobs)::integer as jobs from ${STORED} ${where([
      sql`company_id <> ${ALL_COMPANIES}`,
      ...Object.values(facets ?? {}),
      ...conditions,
    ])} group by company_id having sum(jobs) > 0`;
  }
  return sql`select company_id, count(*)::integer as jobs from ${job_search} ${where([
    ...Object.values(facets ?? {}),
    ...conditionsBesideFacets(search),
    ...conditions,
  ])} group by company_id`;
}

/** Counts the open jobs of each of these companies. Companies without open jobs are missing. */
export async function countJobsOf(db: BoardDatabase, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.reads.run<{ id: string; jobs: number }>(
    'jobs_of_companies',
    sql`select company_id as id, sum(jobs)::integer as jobs from ${STORED}
      where company_id = any(${sql.param(ids)}::uuid[]) group by company_id having sum(jobs) > 0`,
  );
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}

/** SQL for a `tsquery` that matches names with a word that begins with the typed text. */
export function namePrefix(name: string): SQL {
  const letters = sql`search_text(${sanitizeQuery(name)})`;
  return sql`(select case when query = '' then query else query || ':*' end
    from (select phraseto_tsquery('simple', ${letters})::text as query) as typed)::tsquery`;
}
