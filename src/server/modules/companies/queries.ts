import { and, eq, sql } from 'drizzle-orm';
import { company_html } from '#server/db/html-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies } from '#server/db/schema.ts';
import { named } from '#server/db/statement-name.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { htmlOrMarkdown, isCurrent } from '#server/modules/descriptions/queries.ts';
import { MAX_COMPANY_PLACES, MAX_EXACT_COUNT } from '#shared/limits.ts';
import { namePrefix } from '../search/facet-counts.ts';

const columns = {
  id: companies.id,
  name: companies.name,
  description: companies.description,
  website: companies.website,
  logo: companies.logo,
  version: companies.version,
};

/** The columns of a company's page, with its profile. */
const pageColumns = {
  ...columns,
  industry: companies.industry,
  size: companies.size,
  founded: companies.founded,
  places: companies.places,
  links: companies.links,
};

/** A company with its profile. */
export type CompanyPageRow = Pick<typeof companies.$inferSelect, keyof typeof pageColumns>;

export type CompanyRow = Pick<typeof companies.$inferSelect, keyof typeof columns>;

/** A company in a list. `description` is null unless whole descriptions were requested. */
export type CompanyListRow = Awaited<ReturnType<typeof listCompanies>>[number];

/**
 * The name as in the index `companies_by_name`, with a collation that does not depend on the locale of the database.
 */
const name = sql`${companies.name} collate "und-x-icu"`;

/** The condition that the name has a word that begins with the text; undefined without a text. */
const matchesName = (q: string | undefined) =>
  q ? sql`name_words(${companies.name}) @@ ${namePrefix(q)}` : undefined;

/** The columns of a list. */
const listColumns = (whole: boolean) => ({
  ...columns,
  description: whole ? companies.description : sql<null>`null`,
  summary: companies.summary,
  summary_truncated: companies.summary_truncated,
});

type List = {
  /** The search text: the start of a word of the name. */
  q: string | undefined;
  limit: number;
  after: Cursor | undefined;
  /** Whether to read the whole descriptions, which are otherwise null. */
  whole: boolean;
};

/** Lists companies by name. Returns one row more than `limit` if another page follows. */
export async function listCompanies(db: Reader, { q, limit, after, whole }: List) {
  return db
    .select(listColumns(whole))
    .from(companies)
    .where(
      and(
        matchesName(q),
        after && sql`(${name}, ${companies.id}) > (${after.key}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(name, companies.id)
    .limit(limit + 1);
}

/**
 * Lists companies by their number of open jobs, the highest first, and then by name. Returns one row more than `limit`
 * if another page follows. The key of a cursor is the number and the name.
 */
export async function listCompaniesByJobs(
  db: Reader,
  { q, limit, after, whole }: List,
): Promise<(CompanyListRow & { jobs: number })[]> {
  const [, jobs = '', nameAfter = ''] = /^(\d+) (.*)$/s.exec(after?.key ?? '') ?? [];
  const position = after && { jobs: Number(jobs), name: nameAfter, id: after.id };
  const found =
    position?.jobs === 0 ? [] : await findCompaniesWithJobs(db, { q, limit, after: position });
  if (found.length <= limit) {
    const free = {
      q,
      limit: limit - found.length,
      after: position?.jobs === 0 ? position : undefined,
    };
    found.push(...(await findCompaniesWithoutJobs(db, free)));
  }
  const ids = sql.param(found.map(({ id }) => id));
  const rows = await db
    .select(listColumns(whole))
    .from(companies)
    .where(sql`${companies.id} = any(${ids}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, jobs: number }) => {
    const row = byId.get(id);
    return row ? [{ ...row, jobs: number }] : [];
  });
}

type Position = { jobs: number; name: string; id: string };
type Found = { id: string; jobs: number };
type Range = { q: string | undefined; limit: number; after: Position | undefined };

/**
 * SQL: the companies whose counts in `company_counts` are not up to date, with their exact counts. They are few,
 * because a task adds changes to the stored counts often.
 */
const CHANGED = sql`with changes as materialized (
    select company_id, sum(jobs) as jobs from job_count_changes group by company_id
  ), changed as materialized (
    select id, name, (changes.jobs + coalesce(
      (select sum(jobs) from job_counts where job_counts.company_id = id), 0
    ))::integer as jobs from changes join companies on id = company_id
  )`;

const IS_UNCHANGED = sql`id not in (select company_id from changes)`;

/** The ids of the companies with matching names. */
const isNamed = (q: string | undefined) =>
  q ? sql`id in (select id from companies where ${matchesName(q)})` : sql`true`;

/**
 * Finds companies with open jobs. An index finds the companies whose stored counts are up to date. The few companies
 * whose counts have changed since are added.
 */
async function findCompaniesWithJobs(db: Reader, { q, limit, after }: Range): Promise<Found[]> {
  const isBehind = after
    ? sql`(-jobs, name collate "und-x-icu", id) > (${-after.jobs}::integer, ${after.name}, ${after.id}::uuid)`
    : sql`true`;
  const order = sql`order by -jobs, name collate "und-x-icu", id limit ${limit + 1}`;
  const { rows } = await db.execute<Found>(
    named(
      'companies_with_jobs',
      sql`${CHANGED}, counted as (select company_id as id, name, jobs from company_counts)
      select id, jobs from (
        (select id, name, jobs from counted
          where ${IS_UNCHANGED} and ${isBehind} and ${isNamed(q)} ${order})
        union all
        (select id, name, jobs from changed where jobs > 0 and ${isBehind} and ${isNamed(q)})
      ) as found ${order}`,
    ),
  );
  return rows;
}

/** Finds companies without open jobs, sorted by name. */
async function findCompaniesWithoutJobs(db: Reader, { q, limit, after }: Range): Promise<Found[]> {
  const isBehind = after
    ? sql`(name collate "und-x-icu", id) > (${after.name}, ${after.id}::uuid)`
    : sql`true`;
  const order = sql`order by name collate "und-x-icu", id limit ${limit + 1}`;
  const { rows } = await db.execute<Found>(
    named(
      'companies_without_jobs',
      sql`${CHANGED}
      select id, 0 as jobs from (
        (select id, name from companies
          where ${IS_UNCHANGED} and id not in (select company_id from company_counts)
            and ${isBehind} and ${isNamed(q)} ${order})
        union all
        (select id, name from changed where jobs = 0 and ${isBehind} and ${isNamed(q)})
      ) as found ${order}`,
    ),
  );
  return rows;
}

/** Counts companies, exactly up to `MAX_EXACT_COUNT`. */
export async function countCompanies(db: Reader, q: string | undefined): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::integer` }).from(
    db
      .select({ one: sql`1`.as('one') })
      .from(companies)
      .where(matchesName(q))
      .limit(MAX_EXACT_COUNT + 1)
      .as('some'),
  );
  return row?.total ?? 0;
}

/** Counts the open jobs of a company, those that state their pay, and those that offer to sponsor a visa. */
export async function countJobsWithFacts(db: Reader, id: string) {
  const { rows } = await db.execute<{ jobs: number; pay: number; visa: number }>(
    named(
      'facts_of_company',
      sql`select count(*)::integer as jobs,
          count(*) filter (where coalesce(pay, open_pay) is not null or jobs.salary <> '')::integer as pay,
          count(*) filter (where visa)::integer as visa
        from job_search join jobs on jobs.id = job_search.job_id left join job_facts using (job_id)
        where job_search.company_id = ${id}`,
    ),
  );
  return rows[0] ?? { jobs: 0, pay: 0, visa: 0 };
}

/** Counts the open jobs of a company in each place. Places are ids of the gazetteer. */
export async function countPlacesOf(db: Reader, id: string) {
  const { rows } = await db.execute<{ place: string; jobs: number }>(
    named(
      'places_of_company',
      sql`select place ->> 'id' as place, count(*)::integer as jobs
        from job_search join job_facts using (job_id), jsonb_array_elements(places) as place
        where company_id = ${id} group by 1 order by 2 desc, 1 limit ${4 * MAX_COMPANY_PLACES}`,
    ),
  );
  return rows;
}

export async function findCompany(db: Reader, id: string): Promise<CompanyPageRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.select(pageColumns).from(companies).where(eq(companies.id, id));
  return row;
}

/**
 * Reads a company with its description as HTML. If the HTML has not been rendered yet, the description is Markdown and
 * `is_html` is false.
 */
export async function findCompanyInHtml(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ ...pageColumns, ...htmlOrMarkdown('company') })
    .from(companies)
    .leftJoin(company_html, isCurrent('company'))
    .where(eq(companies.id, id));
  return row;
}
