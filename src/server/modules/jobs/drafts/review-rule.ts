import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { NewJob } from '#shared/contract/job-requests.ts';
import type { JobReview, ReviewSignal } from '#shared/domain/job-drafts.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';
import { isCopied } from './find-copies.ts';
import { findSignals } from './find-signals.ts';

/**
 * Decides whether a job is reviewed before its publication. Site admins publish without a review. A sign of fraud
 * requires a review with every rule.
 * @returns the signs of fraud, perhaps none; undefined if no review is required
 */
export async function reviewOf(
  db: Database,
  { rule, caller, job }: { rule: JobReview; caller: Caller; job: NewJob },
): Promise<ReviewSignal[] | undefined> {
  if (mayReviewJobs(caller)) return undefined;
  const signals = await signalsOf(db, job);
  if (signals.length > 0 || rule === 'all') return signals;
  return rule === 'first' && !(await hasJobs(db, job.company.id)) ? signals : undefined;
}

/**
 * Decides whether an edit of a published job is reviewed. A sign of fraud counts unless the published job already has
 * it. The rule `first` requires no review, because the company already has a published job.
 * @returns the new signs of fraud, perhaps none; undefined if no review is required
 */
export async function reviewOfEdit(
  db: Database,
  {
    rule,
    caller,
    job,
    published,
  }: { rule: JobReview; caller: Caller; job: Texts; published: Texts },
): Promise<ReviewSignal[] | undefined> {
  if (mayReviewJobs(caller)) return undefined;
  const known = await signalsOf(db, published);
  const signals = (await signalsOf(db, job)).filter((signal) => !known.includes(signal));
  return signals.length > 0 || rule === 'all' ? signals : undefined;
}

type Texts = Pick<NewJob, 'title' | 'description' | 'applyurl' | 'company'> & {
  applyemail?: string | undefined;
};

/** Finds the signs of fraud in the texts of a job. */
export async function signalsOf(db: Database, job: Texts): Promise<ReviewSignal[]> {
  return [...findSignals(job), ...((await isCopied(db, job)) ? (['copied'] as const) : [])];
}

async function hasJobs(db: Database, companyId: string): Promise<boolean> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.company_id, companyId))
    .limit(1);
  return job !== undefined;
}
