import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { NewJob } from '#shared/contract/job-requests.ts';
import type { JobReview, ReviewSignal } from '#shared/domain/job-drafts.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';
import { findSignals } from './find-signals.ts';

/**
 * Decides whether a job is reviewed before its publication. Site admins publish without a review. A sign of fraud
 * requires one whatever the rule is.
 * @returns the signs of fraud, perhaps none; undefined if no review is required
 */
export async function reviewOf(
  db: Database,
  { rule, caller, job }: { rule: JobReview; caller: Caller; job: NewJob },
): Promise<ReviewSignal[] | undefined> {
  if (mayReviewJobs(caller)) return undefined;
  const signals = findSignals(job);
  if (signals.length > 0 || rule === 'all') return signals;
  return rule === 'first' && !(await hasJobs(db, job.company.id)) ? signals : undefined;
}

async function hasJobs(db: Database, companyId: string): Promise<boolean> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.company_id, companyId))
    .limit(1);
  return job !== undefined;
}
