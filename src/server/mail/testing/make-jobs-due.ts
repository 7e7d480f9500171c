import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';

/** Makes delayed mails and jobs in the queue due at once, and notifies the processes that run them. */
export async function makeJobsDue(db: Database): Promise<void> {
  await db.update(mails).set({ next_attempt_at: sql`now()` });
  await db.execute(
    sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`,
  );
  await db.execute(sql`select pg_notify('jobs:insert', '{"count":10}')`);
}
