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

/**
 * Lists the audit events of a run, the newest first. They are the events of the run's transaction, which all have the
 * same time.
 */
export async function listRunEvents(
  db: Database,
  { applied_at }: Pick<RunRow, 'applied_at'>,
  { limit, before }: { limit: number; before: number | undefined },
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

/** Presents the changes of a job in an event, field by field. */
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
