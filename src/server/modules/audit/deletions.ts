import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events } from '#server/db/schema.ts';
import { RESTORE_PERIOD } from '#shared/limits.ts';
import { accountOf } from './actors.ts';
import type { Deletion } from './restore.ts';

/** The latest deletion of a job or a company, and the facts that decide who may undo it. */
export type UndoableDeletion = Deletion & {
  /** The id of an account, or a command. */
  actor: string;
  /** Whether it is at most `RESTORE_PERIOD` ago. */
  recent: boolean;
};

/** Finds the latest deletion of each of these jobs or companies. The ids must be UUIDs in lower case. */
export async function findDeletions(
  db: Database,
  kind: 'job' | 'company',
  ids: string[],
): Promise<UndoableDeletion[]> {
  const { rows } = await db.execute<Omit<UndoableDeletion, 'id'> & { id: string }>(sql`
    select distinct on (thing_id) id, thing_id, before, ${accountOf(audit_events.actor)} as actor,
      at > now() - ${RESTORE_PERIOD / 1_000} * interval '1 second' as recent
    from ${audit_events}
    where kind = ${kind} and thing_id = any(${sql.param(ids)}::text[]) and action = 'delete'
      and before is not null
    order by thing_id, id desc
  `);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
