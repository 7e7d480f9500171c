import { asc, eq, gt, max, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { actors } from '#server/db/personal-tables.ts';
import { type accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';

/** The actor of deletions in tests in which the actor does not matter. */
const SOMEBODY = 'auth0|somebody';

/** The id of the newest event. Tests cannot empty the audit trail, so they read the events after this one. */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ id: max(audit_events.id) }).from(audit_events);
  return row?.id ?? 0;
}

/** The events that were written after the event with this id, in order, with account ids instead of actor keys. */
export async function eventsSince(db: Database, id: number) {
  const rows = await db
    .select()
    .from(audit_events)
    .where(gt(audit_events.id, id))
    .orderBy(asc(audit_events.id));
  return withAccounts(db, rows);
}

/** Replaces the actor keys of people by the ids of their accounts. */
export async function withAccounts<Row>(db: Database, rows: Row[]): Promise<Row[]> {
  const known = await db.select().from(actors);
  const ids = new Map(known.map(({ key, account_id }) => [key, account_id]));
  return rows.map((row) =>
    JSON.parse(JSON.stringify(row), (field, value) =>
      field === 'at' ? new Date(value) : (ids.get(value) ?? value),
    ),
  );
}

/** All rows of a table with all columns, each value as PostgreSQL writes it as text. */
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

/** Deletes a job. Returns the id of the event that records the deletion. */
export async function deleteJob(db: Database, id: string, actor = SOMEBODY) {
  await withActor(db, actor, (tx) => tx.delete(jobs).where(eq(jobs.id, id)));
  return newestEvent(db);
}

/**
 * Deletes a company, its jobs and its team in one transaction. Returns the id of the event that records the deletion of
 * the company.
 */
export async function deleteCompany(db: Database, id: string, actor = SOMEBODY) {
  await withActor(db, actor, async (tx) => {
    await tx.delete(memberships).where(eq(memberships.company_id, id));
    await tx.delete(jobs).where(eq(jobs.company_id, id));
    await tx.delete(companies).where(eq(companies.id, id));
  });
  return newestEvent(db);
}
