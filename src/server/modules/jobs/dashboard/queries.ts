import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { closesAt, jobFactColumns } from '#server/modules/facts/queries.ts';
import { DASHBOARD_STATES, type DashboardState } from '#shared/domain/dashboard.ts';
import { MAX_EXACT_COUNT } from '#shared/limits.ts';
import { closesSoon } from '../queries.ts';

/** The jobs that a dashboard shows: all jobs, or the jobs of one company. */
type Scope = 'all' | { company: string };

/** The filters of a list of jobs in one state: a part of the title, and the companies. */
export type DashboardFilter = { q?: string | undefined; company?: string[] | undefined };

/** Counts the rows of a table that match a condition, exactly up to `MAX_EXACT_COUNT`. */
async function countRows(
  db: Database,
  table: typeof jobs | typeof job_drafts,
  condition: SQL | undefined,
): Promise<number> {
  const rows = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .limit(MAX_EXACT_COUNT + 1)
    .as('rows');
  const [row] = await db.select({ count: sql<number>`count(*)::integer` }).from(rows);
  return row?.count ?? 0;
}

function isIn(column: typeof jobs.company_id | typeof job_drafts.company_id, scope: Scope) {
  return scope === 'all' ? undefined : eq(column, scope.company);
}

/** Whether the state is one of an unpublished job, that is, of a row of `job_drafts`. */
function isDraft(state: DashboardState): state is 'draft' | 'review' | 'rejected' {
  return state === 'draft' || state === 'review' || state === 'rejected';
}

function isInState(state: DashboardState): SQL | undefined {
  if (isDraft(state)) return eq(job_drafts.state, state);
  if (state === 'closed') return isNotNull(jobs.closed_at);
  const isOpen = isNull(jobs.closed_at);
  if (state === 'open') return isOpen;
  return closesSoon(new Date());
}

/** Counts the jobs in each state. */
export async function countStates(
  db: Database,
  scope: Scope,
): Promise<Record<DashboardState, number>> {
  const counts = await Promise.all(
    DASHBOARD_STATES.map((state) => countInState(db, scope, state, {})),
  );
  return Object.fromEntries(
    DASHBOARD_STATES.map((state, index) => [state, counts[index] ?? 0]),
  ) as Record<DashboardState, number>;
}

/** Counts the jobs in a state that match a filter. */
export async function countInState(
  db: Database,
  scope: Scope,
  state: DashboardState,
  filter: DashboardFilter,
): Promise<number> {
  const table = isDraft(state) ? job_drafts : jobs;
  const { company_id } = table;
  return countRows(
    db,
    table,
    and(isIn(company_id, scope), isInState(state), matches(state, filter)),
  );
}

const draftTitle = sql<string>`coalesce(${job_drafts.body} ->> 'title', '')`;

function matches(state: DashboardState, { q = '', company }: DashboardFilter): SQL | undefined {
  const { company_id } = isDraft(state) ? job_drafts : jobs;
  const title = isDraft(state) ? draftTitle : jobs.title;
  return and(
    q.trim() ? sql`strpos(lower(${title}), lower(${q.trim()})) > 0` : undefined,
    company ? inArray(company_id, company.filter(isId)) : undefined,
  );
}

type Page = { limit: number; after: Cursor | undefined };

const companyColumns = { id: companies.id, name: companies.name, logo: companies.logo };

export type DashboardDraftRow = Awaited<ReturnType<typeof listDraftsInState>>[number];

/** The key by which a list of unpublished jobs is sorted. */
export const draftOrder = (state: DashboardState) =>
  state === 'review' ? 'submitted_at' : 'updated_at';

/**
 * Lists unpublished jobs, the last changed or submitted first. Returns one row more than `limit` if more jobs follow.
 */
export async function listDraftsInState(
  db: Database,
  scope: Scope,
  state: 'draft' | 'review' | 'rejected',
  { limit, after, ...filter }: Page & DashboardFilter,
) {
  const key = job_drafts[draftOrder(state)];
  const { body, ...columns } = getTableColumns(job_drafts);
  return db
    .select({
      ...columns,
      title: draftTitle,
      type: sql<string>`${body} ->> 'type'`,
      location: sql<string>`coalesce(${body} ->> 'location', '')`,
      validthrough: sql<string | null>`${body} ->> 'validthrough'`,
      company: companyColumns,
    })
    .from(job_drafts)
    .innerJoin(companies, eq(companies.id, job_drafts.company_id))
    .where(
      and(
        isIn(job_drafts.company_id, scope),
        isInState(state),
        matches(state, filter),
        after && sql`(${key}, ${job_drafts.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(key), desc(job_drafts.id))
    .limit(limit + 1);
}

/**
 * Lists published jobs in a state. Open jobs that close first, or closed jobs that closed last, come first. Returns the
 * ids of one job more than `limit` if more jobs follow.
 */
export async function listJobsInState(
  db: Database,
  scope: Scope,
  state: 'closing' | 'closed',
  { limit, after, ...filter }: Page & DashboardFilter,
): Promise<{ id: string; key: string }[]> {
  const isClosing = state === 'closing';
  const key = isClosing ? jobs.validthrough : jobs.closed_at;
  const start =
    after &&
    (isClosing
      ? sql`(${key}, ${jobs.id}) > (${after.key}::date, ${after.id}::uuid)`
      : sql`(${key}, ${jobs.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`);
  const rows = await db
    .select({ id: jobs.id, validthrough: jobs.validthrough, closed_at: jobs.closed_at })
    .from(jobs)
    .where(and(isIn(jobs.company_id, scope), isInState(state), matches(state, filter), start))
    .orderBy(...(isClosing ? [asc(key), asc(jobs.id)] : [desc(key), desc(jobs.id)]))
    .limit(limit + 1);
  return rows.map(({ id, validthrough, closed_at }) => ({
    id,
    key: (isClosing ? validthrough : closed_at?.toISOString()) ?? '',
  }));
}

export type DashboardJobRow = Awaited<ReturnType<typeof readDashboardJobs>>[number];

/** Reads the columns that a dashboard shows of these jobs, without their descriptions. Keeps the order of the ids. */
export async function readDashboardJobs(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const { skills: _, visa: __, ...facts } = jobFactColumns;
  const rows = await db
    .select({
      id: jobs.id,
      title: jobs.title,
      type: jobs.type,
      location: jobs.location,
      has_description: sql<boolean>`${jobs.description} <> ''`,
      date: jobs.date,
      updated_at: jobs.updated_at,
      validthrough: jobs.validthrough,
      source_validthrough: jobs.source_validthrough,
      closes_at: closesAt,
      closed_at: jobs.closed_at,
      closed_by: jobs.closed_by,
      company: { ...companyColumns, website: companies.website },
      facts,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(inArray(jobs.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
