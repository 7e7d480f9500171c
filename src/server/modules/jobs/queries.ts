import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/cursor.ts';
import type { Asked } from '#server/search/count-found.ts';
import { foundJobs } from '#server/search/found-jobs.ts';
import { headline } from '#server/search/hits.ts';
import { facetConditions, otherConditions } from '#server/search/job-search.ts';
import type { JobOrder } from '#shared/contract/jobs.ts';

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

/** An open job as lists show it; `description` only where the whole of it was asked for. */
export type JobListRow = Awaited<ReturnType<typeof listOpenJobs>>[number];

type Page = { order: JobOrder; limit: number; after: Cursor | undefined; whole: boolean };

/** The open jobs that a search finds; one row more than `limit` where the list goes on. */
export async function listOpenJobs(
  db: Database,
  { search, match }: Asked,
  { order, limit, after, whole }: Page,
) {
  const facets = facetConditions(search);
  if (!facets) return [];
  const conditions = [...Object.values(facets), ...otherConditions(search)];
  const found = foundJobs({ conditions, match, order }, after, limit + 1);
  const hits: SQL<string | null> =
    match?.marked && !whole ? headline(lines, match.marked) : sql<null>`null`;
  return db
    .select({
      ...listColumns,
      description: whole ? jobs.description : sql<null>`null`,
      rank: sql<number>`found.rank`,
      hits,
    })
    .from(sql`(${found}) as found`)
    .innerJoin(jobs, sql`${jobs.id} = found.job_id`)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .orderBy(...inOrder(order));
}

/** As they were found: by tier, by the most that is paid, and the newest first. */
function inOrder(order: JobOrder): SQL[] {
  const newest = sql`${jobs.date} desc, ${jobs.id} desc`;
  if (order === 'newest') return [newest];
  return [order === 'match' ? sql`found.rank` : sql`found.rank desc`, newest];
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof findOpenJob>>>;

export async function findOpenJob(db: Database, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ job: jobs, company: companies })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(and(eq(jobs.id, id), isNull(jobs.closed_at)));
  return row;
}
