import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { company_html, job_html } from '#server/db/html-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { gone, notFound, type ProblemError } from '#server/http/api/problem.ts';
import { htmlOrMarkdown, isCurrent } from '#server/modules/descriptions/queries.ts';
import { endOfDay, toPlainDate } from '#shared/calendar-day.ts';
import type { JobOrder } from '#shared/constants/job-search.ts';
import { SIMILAR_JOBS } from '#shared/constants/limits.ts';
import type { ParsedSearch } from '../search/facet-counts.ts';
import {
  facetConditions,
  facetTokens,
  type JobSearch,
  otherConditions,
} from '../search/filters.ts';
import { headline } from '../search/highlights.ts';
import { findJobs } from '../search/job-query.ts';
import { FIRST_TIER_OF_TEXTS } from '../search/ranking-tiers.ts';
import { ask } from '../search/search-jobs.ts';

const listColumns = {
  id: jobs.id,
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  summary: jobs.summary,
  summary_truncated: jobs.summary_truncated,
  salary: jobs.salary,
  date: jobs.date,
  company: { id: companies.id, name: companies.name, logo: companies.logo },
};

/** The lines in which hits are marked. */
const lines = sql`concat_ws(E'\n', ${jobs.title}, ${companies.name}, ${jobs.location}, ${jobs.summary})`;

/**
 * An open job as lists show it; `description` and `updated` only where the whole of it was asked for. Where HTML was,
 * and it `is_html` not yet, it is to be rendered.
 */
export type JobListRow = Awaited<ReturnType<typeof listOpenJobs>>[number];

type Form = 'markdown' | 'html' | 'summary';

type Page = { order: JobOrder; limit: number; after: Cursor | undefined; form: Form };

/** So often a page is asked for where rows of it are deleted between the two questions that it takes. */
const ATTEMPTS = 3;

/** The open jobs that a search finds; one row more than `limit` where the list goes on. */
export async function listOpenJobs(
  db: BoardDatabase,
  { search, match }: ParsedSearch,
  { order, limit, after, form }: Page,
) {
  const facets = facetConditions(search);
  if (!facets) return [];
  const listing = {
    facets: Object.values(facets),
    tokens: facetTokens(search),
    others: otherConditions(search),
    match,
    order,
  };
  const whole = form !== 'summary';
  const marked = !whole && match?.marked;
  const hits: SQL<string | null> = marked ? headline(lines, marked) : sql<null>`null`;
  for (let attempt = 1; ; attempt += 1) {
    const found = await findJobs(db, listing, after, limit + 1);
    if (found.length === 0) return [];
    const ids = sql.param(found.map(({ id }) => id));
    const rows = await db.reads.prepared((reader) => {
      const query = reader
        .select({
          ...listColumns,
          ...descriptionAs(form),
          updated: whole ? jobs.updated_at : sql<null>`null`,
          hits,
        })
        .from(jobs)
        .innerJoin(companies, eq(companies.id, jobs.company_id))
        .where(sql`${jobs.id} = any(${ids}::uuid[])`)
        .$dynamic();
      if (form === 'html') query.leftJoin(job_html, isCurrent('job'));
      return query.prepare(`listed_jobs_${marked ? 'marked' : form}`).execute();
    });
    if (rows.length < found.length && attempt < ATTEMPTS) continue;
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id, rank }) => {
      const row = byId.get(id);
      return row ? [{ ...row, rank }] : [];
    });
  }
}

function descriptionAs(form: Form) {
  if (form === 'html') return htmlOrMarkdown('job');
  const description: SQL<string | null> = form === 'summary' ? sql`null` : sql`${jobs.description}`;
  return { description, is_html: sql<boolean>`false` };
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

/** A job, open or closed. */
export async function findJob(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ job: jobs, company: companies })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(eq(jobs.id, id));
  return row;
}

/** The same, with the descriptions as HTML; as Markdown where they are to be rendered, and `is_html` not yet. */
export async function findJobInHtml(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      job: { ...getTableColumns(jobs), ...htmlOrMarkdown('job') },
      company: { ...getTableColumns(companies), ...htmlOrMarkdown('company') },
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_html, isCurrent('job'))
    .leftJoin(company_html, isCurrent('company'))
    .where(eq(jobs.id, id));
  return row;
}

/** When a job closed; undefined while it is open. Its last day counts from its end on, and not when it is tidied. */
export function endOf({
  closed_at,
  validthrough,
}: Pick<JobRow['job'], 'closed_at' | 'validthrough'>): Date | undefined {
  if (closed_at) return closed_at;
  return validthrough && validthrough < toPlainDate(new Date())
    ? endOfDay(validthrough)
    : undefined;
}

/** What the audit trail tells of a job that was deleted; undefined where there never was one. */
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

/** What is wrong where there is no such job: there was one once, or there never was. */
export async function missingJob(db: Reader, id: string): Promise<ProblemError> {
  return (await findDeletedJob(db, id)) ? gone('job') : notFound('job');
}

/**
 * Open jobs that resemble one that is closed, the closest first: those with all the words that its title begins
 * with in theirs, then a few of the same company, then those with any of the words, then more of the company.
 */
export async function listSimilarJobs(
  db: BoardDatabase,
  { id: closed, title, company_id: company }: { id: string; title: string; company_id: string },
): Promise<JobListRow[]> {
  const words = tellingWords(title);
  const taken = new Map<string, JobListRow>();
  const find = async (search: JobSearch, order: JobOrder) => {
    const { match, ...asked } = await ask(db, search);
    const page = { order, limit: SIMILAR_JOBS - 1, after: undefined, form: 'summary' as const };
    // Nobody has searched for these words: they are not marked.
    return listOpenJobs(db, { ...asked, match: match && { ...match, marked: '' } }, page);
  };
  const take = (rows: JobListRow[], most = SIMILAR_JOBS) => {
    const further = rows.filter(
      ({ id, rank }) => rank < FIRST_TIER_OF_TEXTS && id !== closed && !taken.has(id),
    );
    const room = Math.min(most, SIMILAR_JOBS - taken.size);
    for (const row of further.slice(0, room)) taken.set(row.id, row);
  };
  if (words.length > 0) take(await find({ q: words.join(' ') }, 'match'));
  if (taken.size < SIMILAR_JOBS) {
    const ofCompany = await find({ company }, 'newest');
    take(ofCompany, OF_SAME_COMPANY);
    if (words.length > 1 && taken.size < SIMILAR_JOBS) {
      take(await find({ q: words.join(' or ') }, 'match'));
    }
    take(ofCompany);
  }
  return [...taken.values()];
}

/** So many of the same company come before others with some of the words. */
const OF_SAME_COMPANY = 2;

/** What a title says of someone's years, and not of the work. */
const RANKS = /^(senior|junior|staff|principal|lead|sr|jr|i|ii|iii|iv|or)$/i;

/** The words of a title up to the first sign that sets something apart, such as in "Senior Engineer, Payments (Remote)". */
function tellingWords(title: string): string[] {
  const [begun = ''] = title.split(/[,(–—|/:]|\s-\s/);
  return begun.split(/[\s"-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !RANKS.test(word));
}

export type ClosedJobRow = Awaited<ReturnType<typeof listClosedJobs>>[number];

/**
 * Closed jobs, those that closed last first. One row more than `limit` where the list goes on.
 */
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
      salary: jobs.salary,
      date: jobs.date,
      validthrough: jobs.validthrough,
      closed_at: sql<Date>`${jobs.closed_at}`.mapWith(jobs.closed_at),
      closed_by: jobs.closed_by,
      company: { id: companies.id, name: companies.name, logo: companies.logo },
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
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
