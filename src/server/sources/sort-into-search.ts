import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/**
 * Sorts the last of what is new into the search's indexes, so that no search has to read through a list
 * of it. https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-INDEX
 */
export async function sortIntoSearch(db: Database): Promise<void> {
  await db.execute(sql`
    select gin_clean_pending_list(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'job_search'::regclass and amname = 'gin'`);
}
