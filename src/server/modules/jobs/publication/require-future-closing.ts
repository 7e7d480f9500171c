import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { badInput } from '#server/http/api/problem.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import { PAST_DATE } from '#shared/contract/parameters.ts';

/**
 * Requires that the closing date of a job is not over where the job is, which is known only when its facts are stored.
 * @throws ProblemError 400 at `validthrough`
 */
export async function requireFutureClosing(tx: Database, id: string): Promise<void> {
  const [job] = await tx.select({ closes_at: closesAt }).from(jobs).where(eq(jobs.id, id));
  if (!job?.closes_at || job.closes_at >= new Date()) return;
  throw badInput([{ path: 'validthrough', message: PAST_DATE }]);
}
