import {
  and,
  between,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { company_html, job_html } from '#server/db/html-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { source_jobs, sources } from '#server/db/source-tables.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { gone, notFound, type ProblemError } from '#server/http/api/problem.ts';
import { htmlOrMarkdown, isCurrent } from '#server/modules/descriptions/queries.ts';
import { closesAt, jobFactColumns } from '#server/modules/facts/queries.ts';
import type { JobOrder } from '#shared/domain/job-search.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { CLOSING_SOON_DAYS, SIMILAR_JOBS } from '#shared/limits.ts';
import type { SearchParameters } from '../search/filters.ts';
import { TIERS } from '../search/ranking-tiers.ts';
import { type JobListRow, listJobs, parseSearch, readListedJobs } from '../search/search-jobs.ts';

const DAY = 24 * 60 * 60 * 1_000;

/**
 * SQL: the day (UTC) on which a source last listed the job; null if none lists it. Each complete run confirms all jobs of
 * the source that are not missing, so the ledger records only since when a job is missing.
 */
const checkedOn = sql<string | null>`(
  select (max(${sources.confirmed_at}) at time zone 'UTC')::date::text
  from ${source_jobs} join ${sources} on ${sources.id} = ${source_jobs.source_id}
  where ${source_jobs.job_id} = ${jobs.id} and ${source_jobs.external_id} = ${jobs.source_id}
    and ${sources.system} = ${jobs.source} and ${source_jobs.missing_since} is null
)`;

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

/** Reads a job, whether open or closed. */
export async function findJob(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      job: { ...getTableColumns(jobs), closes_at: closesAt, checked: checkedOn },
      company: companies,
      facts: jobFactColumns,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(eq(jobs.id, id));
  return row;
}

/**
 * Reads a job with its descriptions as HTML. A description that has not been rendered yet is Markdown, and its
 * `is_html` is false.
 */
export async function findJobInHtml(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      job: {
        ...getTableColumns(jobs),
        closes_at: closesAt,
        checked: checkedOn,
        ...htmlOrMarkdown('job'),
      },
      company: { ...getTableColumns(companies), ...htmlOrMarkdown('company') },
      facts: jobFactColumns,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_html, isCurrent('job'))
    .leftJoin(company_html, isCurrent('company'))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(eq(jobs.id, id));
  return row;
}

/**
 * When a job closed; undefined while it is open. A job closes at the end of its closing date where it is, even if the
 * scheduled task has not set `closed_at` yet.
 */
export function closingTime({
  closed_at,
  closes_at,
}: Pick<JobRow['job'], 'closed_at' | 'closes_at'>): Date | undefined {
  if (closed_at) return closed_at;
  return closes_at && closes_at < new Date() ? closes_at : undefined;
}

/** Reads jobs by their ids as lists show them, whether open or closed, in the order of the ids. */
export async function readJobs(db: BoardDatabase, ids: string[]) {
  const [listed, states] = await Promise.all([
    readListedJobs(db, ids),
    db
      .select({ id: jobs.id, closed_at: jobs.closed_at, closes_at: closesAt })
      .from(jobs)
      .where(inArray(jobs.id, ids)),
  ]);
  const rowsById = new Map(listed.map((row) => [row.id, row]));
  const statesById = new Map(states.map((state) => [state.id, state]));
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => {
    const [row, state] = [rowsById.get(id), statesById.get(id)];
    return row && state ? [{ row, closes: state.closes_at, closed: closingTime(state) }] : [];
  });
}

/** SQL: whether a job is open and closes within `CLOSING_SOON_DAYS`. */
export function closesSoon(now: Date): SQL | undefined {
  const after = (days: number) => new Date(now.getTime() + days * DAY);
  const end = after(CLOSING_SOON_DAYS + 1);
  return and(
    isNull(jobs.closed_at),
    // An index finds these jobs: a day ends everywhere within a day before and after its end in UTC.
    between(jobs.validthrough, toPlainDate(after(-1)), toPlainDate(end)),
    sql`${closesAt} >= ${now.toISOString()}::timestamptz`,
    sql`${closesAt} < ${end.toISOString()}::timestamptz`,
  );
}

/** Reads a deleted job from the audit trail. Returns undefined if the job never existed. */
export async function findDeletedJob(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [event] = await db
    .select({
      at: audit_events.at,
      title: sql<string>`coalesce(${audit_events.before} ->> 'title', '')`,
      company_id: sql<string>`coalesce(${audit_events.before} ->> 'company_id', '')`,
    })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'job'),
        eq(audit_events.thing_id, id.toLowerCase()),
        eq(audit_events.action, 'delete'),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(1);
  return event;
}

export type DeletedJob = NonNullable<Awaited<ReturnType<typeof findDeletedJob>>>;

/** The error for a job that does not exist: 410 if it was deleted, 404 if it never existed. */
export async function missingJob(db: Reader, id: string): Promise<ProblemError> {
  return (await findDeletedJob(db, id)) ? gone('job') : notFound('job');
}

/**
 * Finds open jobs that are similar to a job. Their order is: jobs with all words of its title, first in its city or
 * country and then elsewhere; a few jobs of its company; jobs with its most important skill; jobs with any word of its
 * title; more jobs of its company.
 */
export async function listSimilarJobs(
  db: BoardDatabase,
  { id: original, title, company_id: company, places = [], skills = [] }: SimilarTo,
): Promise<JobListRow[]> {
  const words = significantWords(title);
  const similar = new Map<string, JobListRow>();
  const find = async (parameters: SearchParameters, order: JobOrder) => {
    const parsed = await parseSearch(db, parameters);
    // Do not highlight the words, because the visitor has not searched for them.
    const { match } = parsed;
    const search = { ...parsed, match: match && { ...match, highlighted: '' } };
    const page = {
      order,
      limit: SIMILAR_JOBS - 1,
      after: undefined,
      description: 'summary' as const,
    };
    return listJobs(db, search, page);
  };
  const add = (rows: JobListRow[], max = SIMILAR_JOBS) => {
    const further = rows.filter(
      ({ id, rank }) => rank < TIERS.indexOf('stems') && id !== original && !similar.has(id),
    );
    const free = Math.min(max, SIMILAR_JOBS - similar.size);
    for (const row of further.slice(0, free)) similar.set(row.id, row);
  };
  const q = words.join(' ');
  const location = places[0]?.locality || places[0]?.country;
  if (q && location) add(await find({ q, location }, 'match'));
  if (q && similar.size < SIMILAR_JOBS) add(await find({ q }, 'match'));
  if (similar.size < SIMILAR_JOBS) {
    const ofCompany = await find({ company: [company] }, 'newest');
    add(ofCompany, MAX_OF_SAME_COMPANY);
    const skill = skills.find(({ part }) => part !== 'description')?.name;
    if (skill && similar.size < SIMILAR_JOBS) add(await find({ skill, location }, 'newest'));
    if (words.length > 1 && similar.size < SIMILAR_JOBS) {
      add(await find({ q: words.join(' or ') }, 'match'));
    }
    add(ofCompany);
  }
  return [...similar.values()];
}

/** The parts of a job by which similar jobs are found. A deleted job has only its title and its company. */
type SimilarTo = { id: string; title: string; company_id: string } & Partial<
  Pick<JobRow['facts'], 'places' | 'skills'>
>;

/** How many jobs of the same company come before jobs with any word of the title. */
const MAX_OF_SAME_COMPANY = 2;

/** Words in a title that state the seniority, or only connect other words, and do not name the work. */
const SENIORITY = /^(senior|junior|staff|principal|lead|sr|jr|i|ii|iii|iv|or)$/i;

/**
 * The words of a title before its first separator, as in "Senior Engineer, Payments (Remote)", without those that state
 * the seniority.
 */
function significantWords(title: string): string[] {
  const [beginning = ''] = title.split(/[,(–—|/:]|\s-\s/);
  return beginning
    .split(/[\s"-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !SENIORITY.test(word));
}

export type ClosedJobRow = Awaited<ReturnType<typeof listClosedJobs>>[number];

/** Lists closed jobs, the last closed first. Returns one row more than `limit` if another page follows. */
export async function listClosedJobs(
  db: Database,
  {
    of,
    limit,
    after,
  }: { of: 'all' | { company: string }; limit: number; after: Cursor | undefined },
) {
  return db
    .select({
      id: jobs.id,
      title: jobs.title,
      type: jobs.type,
      location: jobs.location,
      salary: jobFactColumns.salary,
      date: jobs.date,
      validthrough: jobs.validthrough,
      closed_at: sql<Date>`${jobs.closed_at}`.mapWith(jobs.closed_at),
      closed_by: jobs.closed_by,
      company: { id: companies.id, name: companies.name, logo: companies.logo },
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(
      and(
        isNotNull(jobs.closed_at),
        of === 'all' ? undefined : eq(jobs.company_id, of.company),
        after &&
          sql`(${jobs.closed_at}, ${jobs.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(jobs.closed_at), desc(jobs.id))
    .limit(limit + 1);
}
