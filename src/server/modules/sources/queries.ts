import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { source_jobs, source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import type { SourceState } from '#shared/domain/sources.ts';

export type SourceRow = typeof sources.$inferSelect;
export type RunRow = typeof source_runs.$inferSelect;
export type PreviewRow = typeof source_previews.$inferSelect;

/** SQL: how urgently a source needs a person, for sorting. Sources that need a person come first. */
const ATTENTION = sql<number>`case when ${sources.state} = 'asking' then 0 when ${sources.state} = 'proposed' then 1
  when ${sources.failures} > 0 or ${sources.paused_by} in ('failing', 'restored') then 2 else 3 end`;

/** SQL: the key by which the list is sorted, as one text. */
const ORDER = sql<string>`${ATTENTION} || lower(${companies.name})`;

const columns = {
  source: sources,
  company: { id: companies.id, name: companies.name },
  order: ORDER,
  jobs: sql<number>`(select count(*)::integer from ${source_jobs} entry join ${jobs} on ${jobs.id} = entry.job_id
    where entry.source_id = ${sources.id} and ${jobs.closed_at} is null and ${jobs.source_id} = entry.external_id)`,
  last_run_id: sql<
    string | null
  >`(select max(run.id) from ${source_runs} run where run.source_id = ${sources.id})`,
};

function selectSources(db: Database) {
  return db
    .select(columns)
    .from(sources)
    .innerJoin(companies, eq(companies.id, sources.company_id));
}

type SelectedSource = Awaited<ReturnType<typeof selectSources>>[number];

/** A source with its company, its open jobs and its latest run. */
export type ListedSource = SelectedSource & { lastRun: RunRow | undefined };

export type SourceFilters = {
  q?: string | undefined;
  state?: SourceState | 'failing' | '' | undefined;
  company?: string | undefined;
};

function conditions({ q, state, company }: SourceFilters, visible: SQL): SQL | undefined {
  const text = q?.trim().toLowerCase();
  return and(
    visible,
    text
      ? sql`strpos(lower(${companies.name} || ' ' || ${sources.system} || ' ' || ${sources.tenant}), ${text}) > 0`
      : undefined,
    state === 'failing'
      ? sql`${sources.failures} > 0`
      : state
        ? eq(sources.state, state)
        : undefined,
    company ? (isId(company) ? eq(companies.id, company) : sql`false`) : undefined,
  );
}

/** Lists sources, those that need attention first. Returns up to `limit` rows. */
export async function listSources(
  db: Database,
  filters: SourceFilters,
  { visible, limit, after }: { visible: SQL; limit: number; after?: Cursor | undefined },
): Promise<ListedSource[]> {
  const rows = await selectSources(db)
    .where(
      and(
        conditions(filters, visible),
        after && sql`(${ORDER}, ${sources.id}) > (${after.key}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(ORDER, sources.id)
    .limit(limit);
  return withLastRuns(db, rows);
}

export async function countSources(
  db: Database,
  filters: SourceFilters,
  visible: SQL,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(sources)
    .innerJoin(companies, eq(companies.id, sources.company_id))
    .where(conditions(filters, visible));
  return row?.count ?? 0;
}

export async function findSource(db: Database, id: string): Promise<ListedSource | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await withLastRuns(db, await selectSources(db).where(eq(sources.id, id)));
  return row;
}

async function withLastRuns(db: Database, rows: SelectedSource[]): Promise<ListedSource[]> {
  const ids = rows.flatMap(({ last_run_id }) => last_run_id ?? []);
  const runs = ids.length
    ? await db
        .select()
        .from(source_runs)
        .where(sql`${source_runs.id} = any(${sql.param(ids)}::bigint[])`)
    : [];
  const byId = new Map(runs.map((run) => [run.source_id, run]));
  return rows.map((row) => ({ ...row, lastRun: byId.get(row.source.id) }));
}

/** Lists the runs of a source, the newest first. */
export async function listRuns(
  db: Database,
  sourceId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<RunRow[]> {
  return db
    .select()
    .from(source_runs)
    .where(
      and(
        eq(source_runs.source_id, sourceId),
        before === undefined ? undefined : lt(source_runs.id, before),
      ),
    )
    .orderBy(desc(source_runs.id))
    .limit(limit);
}

/** Whether a text is the id of a run: a positive 53-bit integer. */
export function isRunId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

export async function findRun(db: Database, id: string): Promise<RunRow | undefined> {
  if (!isRunId(id)) return undefined;
  const [row] = await db
    .select()
    .from(source_runs)
    .where(eq(source_runs.id, Number(id)));
  return row;
}

export async function findPreview(db: Database, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db.select().from(source_previews).where(eq(source_previews.id, id));
  return row;
}

/**
 * Says who approved a source, answered its question, or removed it. A question may also end by itself: a later list has
 * the missing jobs again. Answers before the latest run that asked are answers to earlier questions.
 */
export async function describeAnswer(db: Database, caller: Caller, id: string): Promise<string> {
  const { before, after, action, at } = audit_events;
  const waited = sql`(${before} ->> 'state' = 'proposed'
    or (${before} ->> 'state' = 'asking' and ${before} ->> 'may_close' = 'false'))`;
  const isAnswer = sql`(${action} = 'delete' or ${waited}
    and (${before} ->> 'state' <> ${after} ->> 'state' or ${before} ->> 'may_close' <> ${after} ->> 'may_close')
    and ${at} >= coalesce((select max(run.started_at) from ${source_runs} run
      where run.source_id = ${id}::uuid and run.outcome = 'asked'), '-infinity'))`;
  const last = await findLastTransition(db, 'source', id, isAnswer);
  if (!last?.role) return 'This source no longer needs a decision.';
  const { actor, name, role, event } = last;
  const other = role === 'siteadmin' ? 'A site admin' : 'An owner of the company';
  const subject = actor === caller.id ? 'You' : name || other;
  return `${subject} ${event === 'delete' ? 'removed this source' : 'answered this question'}.`;
}
