import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events } from '#server/db/schema.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import type { RunChange } from '#shared/contract/sources.ts';
import type { RunRow } from '../queries.ts';
import { fieldsOf, JOB_FIELDS } from './job-fields.ts';

export type RunEvent = Pick<
  typeof audit_events.$inferSelect,
  'id' | 'thing_id' | 'before' | 'after'
>;

type Run = Pick<RunRow, 'applied_at'>;

type Position = { limit: number; before: number | undefined };

/**
 * Lists the audit events of a run, the newest first. They are the events of the run's transaction, which all have the
 * same time.
 */
export async function listRunEvents(
  db: Database,
  { applied_at }: Run,
  { limit, before }: Position,
): Promise<RunEvent[]> {
  if (applied_at === null) return [];
  return db
    .select({
      id: audit_events.id,
      thing_id: audit_events.thing_id,
      before: audit_events.before,
      after: audit_events.after,
    })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'job'),
        eq(audit_events.actor, ACTORS.source),
        sql`${audit_events.at} = ${applied_at}::timestamptz`,
        before === undefined ? undefined : lt(audit_events.id, before),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(limit);
}

/**
 * Lists what a run has changed, one row per job, the latest change first. A job that was posted again has two events, one
 * for its new id and one for its new values.
 */
export async function listChangedJobs(
  db: Database,
  { applied_at }: Run,
  { limit, before }: Position,
): Promise<RunEvent[]> {
  if (applied_at === null) return [];
  // Name the outer table in literal SQL, because Drizzle omits table names in a query of one table.
  const ofSameJob = sql`other.kind = 'job' and other.thing_id = audit_events.thing_id
    and other.actor = ${ACTORS.source} and other.at = audit_events.at`;
  return db
    .select({
      id: audit_events.id,
      thing_id: audit_events.thing_id,
      before: sql<
        RunEvent['before']
      >`(select other.before from ${audit_events} other where ${ofSameJob}
        order by other.id limit 1)`,
      after: audit_events.after,
    })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'job'),
        eq(audit_events.actor, ACTORS.source),
        sql`${audit_events.at} = ${applied_at}::timestamptz`,
        sql`not exists (select from ${audit_events} other
          where ${ofSameJob} and other.id > audit_events.id)`,
        before === undefined ? undefined : lt(audit_events.id, before),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(limit);
}

/** Presents the changes of a job, field by field. */
export function presentChange({ thing_id, before, after }: RunEvent): RunChange {
  const title = String((after ?? before)?.title ?? '');
  const wasClosed = before !== null && before.closed_at !== null;
  const isClosed = after !== null && after.closed_at !== null;
  const action = !before
    ? 'added'
    : !wasClosed && isClosed
      ? 'closed'
      : wasClosed && !isClosed
        ? 'reopened'
        : after !== null && before.source_id !== after.source_id
          ? 'reposted'
          : 'changed';
  const [former, current] = [fieldsOf(before), fieldsOf(after)];
  return {
    action,
    job: { id: thing_id, title },
    fields: before
      ? JOB_FIELDS.flatMap((field) => {
          const [one, other] = [former[field], current[field]];
          return one === other ? [] : [{ field, before: one, after: other }];
        })
      : [],
  };
}
