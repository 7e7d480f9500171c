import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { sources } from '#server/db/source-tables.ts';
import type { SourceRow } from '../queries.ts';
import { isRead, LeaseLostError } from './lease.ts';

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

/**
 * Locks the source and its company, which may be a different one since the run began, because a merge of companies
 * moves sources.
 * @throws LeaseLostError if the source was removed or paused meanwhile
 */
export async function lockSource(tx: Database, id: string): Promise<SourceRow> {
  for (;;) {
    const [owner] = await tx
      .select({ company: sources.company_id })
      .from(sources)
      .where(eq(sources.id, id));
    await lockCompany(tx, owner?.company);
    const [source] = await tx
      .select()
      .from(sources)
      .where(and(eq(sources.id, id), isRead))
      .for('no key update');
    if (!source) throw new LeaseLostError();
    if (source.company_id === owner?.company) return source;
  }
}
