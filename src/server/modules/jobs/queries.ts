import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/cursor.ts';
import type { Asked } from '#server/search/count-found.ts';
import { findJobs } from '#server/search/found-jobs.ts';
import { headline } from '#server/search/hits.ts';
import { facetConditions, facetTokens, otherConditions } from '#server/search/job-search.ts';
import type { JobOrder } from '#shared/constants/job-search.ts';

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

/** An open job as lists show it; `description` and `updated` only where the whole of it was asked for. */
export type JobListRow = Awaited<ReturnType<typeof listOpenJobs>>[number];

type Page = { order: JobOrder; limit: number; after: Cursor | undefined; whole: boolean };

/** So often a page is asked for where rows of it are deleted between the two questions that it takes. */
const ATTEMPTS = 3;

/** The open jobs that a search finds; one row more than `limit` where the list goes on. */
export async function listOpenJobs(
  db: BoardDatabase,
  { search, match }: Asked,
  { order, limit, after, whole }: Page,
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
  const marked = !whole && match?.marked;
  const hits: SQL<string | null> = marked ? headline(lines, marked) : sql<null>`null`;
  const form = whole ? 'whole' : marked ? 'marked' : 'summary';
  for (let attempt = 1; ; attempt += 1) {
    const found = await findJobs(db, listing, after, limit + 1);
    if (found.length === 0) return [];
    const ids = sql.param(found.map(({ id }) => id));
    const rows = await db.reads
      .select({
        ...listColumns,
        description: whole ? jobs.description : sql<null>`null`,
        updated: whole ? jobs.updated_at : sql<null>`null`,
        hits,
      })
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.company_id))
      .where(sql`${jobs.id} = any(${ids}::uuid[])`)
      .prepare(`listed_jobs_${form}`)
      .execute();
    if (rows.length < found.length && attempt < ATTEMPTS) continue;
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id, rank }) => {
      const row = byId.get(id);
      return row ? [{ ...row, rank }] : [];
    });
  }
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof findOpenJob>>>;

export async function findOpenJob(db: BoardDatabase, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ job: jobs, company: companies })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(and(eq(jobs.id, id), isNull(jobs.closed_at)));
  return row;
}
