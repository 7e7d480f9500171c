import { type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { ALL_COMPANIES, job_search } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { COMPANIES_TO_CHOOSE, MAX_EXACT_COUNT, SUGGESTIONS } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import type { CountedCompany, JobCounts } from '#shared/contract/job-responses.ts';
import { facetConditions, type JobSearch, matches, otherConditions, where } from './filters.ts';
import { sanitizeQuery } from './query-parser.ts';
import type { Match } from './ranking-tiers.ts';

/** A search whose words are resolved. */
export type ParsedSearch = { search: JobSearch; match: Match | undefined };

/** The figures that the writes keep; see `job_count_changes`. */
const KEPT = sql`(table job_counts union all table job_count_changes) as kept`;

/** Exact up to `MAX_EXACT_COUNT`; one more stands for more. */
const told = (jobs: number) => Math.min(jobs, MAX_EXACT_COUNT + 1);

/** Whether the search is by the three filters alone, whose figures are kept. */
export function isKept({ search, match }: ParsedSearch): boolean {
  return !match && otherConditions(search).length === 0;
}

/** Whether the whole board is so small that to count takes no longer than to find. */
export async function isSmallBoard(db: BoardDatabase): Promise<boolean> {
  const rows = await db.reads.run<{ jobs: number }>(
    'counted_board',
    sql`select coalesce(sum(jobs), 0)::integer as jobs from ${KEPT} where company_id = ${ALL_COMPANIES}`,
  );
  return (rows[0]?.jobs ?? 0) <= MAX_EXACT_COUNT;
}

/** Adds what the writes have told to the counts. */
export async function compactCounts(db: Database): Promise<void> {
  await db.execute(sql`select settle_counts()`);
}

/** How many jobs the search finds, and would find with each option of a filter in place of the chosen one. */
export async function countFacets(db: BoardDatabase, asked: ParsedSearch): Promise<JobCounts> {
  const { salary, type } = asked.search;
  const [cells, company] = await Promise.all([countCells(db, asked), countCompanies(db, asked)]);
  return {
    total: sum(cells, { salary, type }),
    salary: SALARY_RANGES.map(({ value }) => ({
      value,
      jobs: sum(cells, { salary: value, type }),
    })),
    type: EMPLOYMENT_TYPES.map((value) => ({ value, jobs: sum(cells, { salary, type: value }) })),
    ...(company && { company }),
  };
}

/** How many jobs the search finds. */
export async function countTotal(
  db: BoardDatabase,
  asked: ParsedSearch,
): Promise<{ total: number }> {
  return { total: sum(await countCells(db, asked), asked.search) };
}

type Cell = { type: string; salary: string; jobs: number };

/** The jobs of a type and salary, of any where none is chosen. */
function sum(cells: Cell[], chosen: Pick<JobSearch, 'type' | 'salary'>): number {
  return told(
    cells
      .filter(({ salary }) => !chosen.salary || salary === chosen.salary)
      .filter(({ type }) => !chosen.type || type === chosen.type)
      .reduce((total, { jobs }) => total + jobs, 0),
  );
}

/** The jobs of each type and salary, of the chosen company or of all. */
async function countCells(db: BoardDatabase, asked: ParsedSearch): Promise<Cell[]> {
  const { search } = asked;
  const chosen = facetConditions({ company: search.company });
  if (!chosen) return [];
  const { match } = asked;
  if (match?.complement && isKept({ search, match: undefined })) {
    const [all, excluded] = await Promise.all([
      countCells(db, { search, match: undefined }),
      countCells(db, { search, match: { ...match, all: match.complement, complement: undefined } }),
    ]);
    return subtract(all, excluded, ({ type, salary }) => `${type} ${salary}`);
  }
  if (isKept(asked)) {
    return db.reads.run<Cell>(
      'kept_counts',
      sql`select type, salary, sum(jobs)::integer as jobs from ${KEPT}
        where company_id = ${search.company || ALL_COMPANIES} group by type, salary`,
    );
  }
  return byIndex<Cell>(
    db,
    asked,
    'counted_jobs',
    sql`select type, salary, count(*)::integer as jobs from ${job_search}
      ${where([...Object.values(chosen), ...beside(asked)])} group by type, salary`,
  );
}

/** What is counted in the first and not in the second, each row by its key. */
function subtract<Row extends { jobs: number }>(
  all: Row[],
  excluded: Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const out = new Map(excluded.map((row) => [keyOf(row), row.jobs]));
  return all.map((row) => ({ ...row, jobs: Math.max(0, row.jobs - (out.get(keyOf(row)) ?? 0)) }));
}

/**
 * Counts words by their index. The planner does not know what it costs to unpack the words of each job, and
 * would rather read them all. https://www.postgresql.org/docs/current/runtime-config-query.html
 */
async function byIndex<Row extends Record<string, unknown>>(
  db: BoardDatabase,
  { match }: ParsedSearch,
  name: string,
  query: SQL,
) {
  return db.reads.planned((reader) =>
    reader.transaction(async (tx) => {
      if (match) await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute<Row>(named(name, query));
      return rows;
    }),
  );
}

/** All companies by name with their jobs; undefined where there are too many to choose from. */
async function countCompanies(
  db: BoardDatabase,
  asked: ParsedSearch,
): Promise<CountedCompany[] | undefined> {
  const some = await db.reads.run(
    'some_companies',
    sql`select from companies limit ${COMPANIES_TO_CHOOSE + 1}`,
  );
  if (some.length > COMPANIES_TO_CHOOSE) return undefined;
  const rows = await byIndex<CountedCompany>(
    db,
    asked,
    'counted_companies',
    sql`select id, name, coalesce(jobs, 0) as jobs
      from companies left join (${jobsByCompany(asked)}) as counted on company_id = id
      order by name collate "und-x-icu", id`,
  );
  return rows.map((row) => ({ ...row, jobs: told(row.jobs) }));
}

/**
 * Companies by the beginning of a word of their names, those with most jobs first; without a name, those
 * whose jobs the search finds.
 */
export async function suggestCompanies(
  db: BoardDatabase,
  asked: ParsedSearch,
  name: string,
): Promise<CountedCompany[]> {
  const begun = beginningOf(name);
  const rows = await byIndex<CountedCompany>(
    db,
    asked,
    'suggested_companies',
    name
      ? sql`with named as (select id, name from companies where name_words(name) @@ ${begun})
          select id, name, coalesce(jobs, 0) as jobs from named
          left join (${jobsByCompany(asked, sql`company_id in (select id from named)`)}) as counted
            on company_id = id
          order by jobs desc, name collate "und-x-icu", id limit ${SUGGESTIONS}`
      : sql`select id, name, jobs from (
            ${jobsByCompany(asked)} order by jobs desc limit ${SUGGESTIONS}
          ) as counted join companies on id = company_id
          order by jobs desc, name collate "und-x-icu", id`,
  );
  return rows.map((row) => ({ ...row, jobs: told(row.jobs) }));
}

/** Places by the beginning of a word of their names, those with most jobs first. */
export async function suggestPlaces(db: BoardDatabase, name: string) {
  const condition = name
    ? [sql`array_to_tsvector(place_words(place)) @@ ${placeBeginning(name)}`]
    : [];
  const rows = await db.reads.run<{ place: string; jobs: number }>(
    'suggested_places',
    sql`
    select place, sum(jobs)::integer as jobs
    from (
      select * from place_counts ${where(condition)}
      union all select * from place_count_changes ${where(condition)}
    ) as kept
    group by place having sum(jobs) > 0 order by jobs desc, place limit ${SUGGESTIONS}`,
  );
  return rows.map((row) => ({ ...row, jobs: told(row.jobs) }));
}

/** `company_id` and `jobs` of each company whose jobs the search finds, whichever company is chosen. */
function jobsByCompany(asked: ParsedSearch, further?: SQL): SQL {
  const { search, match } = asked;
  if (match?.complement && isKept({ search, match: undefined })) {
    const excluded = { search, match: { ...match, all: match.complement, complement: undefined } };
    return sql`select company_id, every.jobs - coalesce(excluded.jobs, 0) as jobs
      from (${jobsByCompany({ search, match: undefined }, further)}) as every
      left join (${jobsByCompany(excluded, further)}) as excluded using (company_id)
      where every.jobs > coalesce(excluded.jobs, 0)`;
  }
  const { salary, type } = search;
  const chosen = facetConditions({ salary, type });
  const conditions = [...(further ? [further] : []), ...(chosen ? [] : [sql`false`])];
  if (isKept(asked)) {
    return sql`select company_id, sum(jobs)::integer as jobs from ${KEPT} ${where([
      sql`company_id <> ${ALL_COMPANIES}`,
      ...(chosen && salary ? [sql`salary = ${salary}`] : []),
      ...(chosen && type ? [sql`type = ${type}`] : []),
      ...conditions,
    ])} group by company_id having sum(jobs) > 0`;
  }
  return sql`select company_id, count(*)::integer as jobs from ${job_search} ${where([
    ...Object.values(chosen ?? {}),
    ...beside(asked),
    ...conditions,
  ])} group by company_id`;
}

/** What is asked for beside the three filters. */
function beside({ search, match }: ParsedSearch): SQL[] {
  return [...otherConditions(search), ...(match ? [matches(match.all)] : [])];
}

/** What was typed as the beginning of a name. */
function beginningOf(name: string): SQL {
  const letters = sql`search_text(${sanitizeQuery(name)})`;
  return sql`(select case when query = '' then query else query || ':*' end
    from (select phraseto_tsquery('simple', ${letters})::text as query) as typed)::tsquery`;
}

function placeBeginning(name: string): SQL {
  return sql`(select string_agg('''' || word || '''', ' & ') || ':*'
    from unnest(place_words(${sanitizeQuery(name)})) as word)::tsquery`;
}
