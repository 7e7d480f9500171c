import { asc, eq, gt, max, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';

/** The actor of a deletion in tests where the actor does not matter. */
const SOMEBODY = 'auth0|somebody';

/** The newest event's id. Tests cannot empty the trail, so they read the events after this one. */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ id: max(audit_events.id) }).from(audit_events);
  return row?.id ?? 0;
}

/** The events written after this one, in order. */
export async function eventsSince(db: Database, id: number) {
  return db
    .select()
    .from(audit_events)
    .where(gt(audit_events.id, id))
    .orderBy(asc(audit_events.id));
}

/** The rows of a table as PostgreSQL shows them, to the last digit; of all columns. */
export async function rowsOf(
  db: Database,
  table: typeof jobs | typeof companies | typeof accounts,
  condition: SQL = sql`true`,
): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${table} t where ${condition} order by id`,
  );
  return rows.map(({ row }) => row);
}

/** Deletes a job and returns the event's id. */
export async function deleteJob(db: Database, id: string, actor = SOMEBODY) {
  await withActor(db, actor, (tx) => tx.delete(jobs).where(eq(jobs.id, id)));
  return newestEvent(db);
}

/** Deletes a company, its jobs and its admins' roles in one transaction, and returns the event's id. */
export async function deleteCompany(db: Database, id: string, actor = SOMEBODY) {
  await withActor(db, actor, async (tx) => {
    await tx
      .update(accounts)
      .set({ role: 'user', company_id: null })
      .where(eq(accounts.company_id, id));
    await tx.delete(jobs).where(eq(jobs.company_id, id));
    await tx.delete(companies).where(eq(companies.id, id));
  });
  return newestEvent(db);
}
