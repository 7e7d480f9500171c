import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** The number of statements on this database that wait for a lock. */
export async function locksAwaited(db: Database): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
