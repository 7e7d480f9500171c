import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';

/**
 * Locks a company, so that runs, merges and people do not change its sources and imported jobs at the same time. Take
 * this lock first: before the caller's account, the source and the jobs. Otherwise, two transactions could deadlock.
 */
export async function lockCompany(tx: Database, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, id))
    .for('no key update');
}
