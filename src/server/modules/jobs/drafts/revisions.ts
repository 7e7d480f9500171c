import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_drafts, type StoredBody } from '#server/db/job-draft-tables.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { changesCategories } from '#server/modules/search/category-filter.ts';
import { type EditedJob, editedJob } from '#shared/contract/job-requests.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { ReviewSignal } from '#shared/domain/job-drafts.ts';
import { JOB_TEXTS, type JobText } from '#shared/domain/job-fields.ts';
import { presentJob } from '../presenter.ts';
import type { JobRow } from '../queries.ts';
import { changedColumns } from '../stated/stated-columns.ts';
import { recordTransition } from './record-transition.ts';

/**
 * Whether an edit changes a field of the job that is reviewed, because visitors read it. The closing date is not
 * reviewed.
 */
export async function changesContent(tx: Database, row: JobRow, body: EditedJob): Promise<boolean> {
  const published = presentJob(row);
  return (
    Object.entries(textsAfter(body, published)).some(
      ([name, value]) => value !== Reflect.get(published, name),
    ) ||
    body.company.id !== published.company.id ||
    Object.entries(changedColumns(body, published)).some(
      ([column, value]) => value !== Reflect.get(row.job, column),
    ) ||
    (body.corrections !== undefined && changesCategories(tx, row.job.id, body.corrections))
  );
}

type Revision = { row: JobRow; author: string; body: EditedJob; signals: ReviewSignal[] };

/**
 * Stores an edit of a published job for review. The edit replaces an earlier edit that is in review or was rejected.
 * @throws ProblemError 412 if the earlier edit in review is another person's and the request does not name its version
 */
export async function storeRevision(
  tx: Database,
  { row, author, body: edited, signals }: Revision,
): Promise<void> {
  const { id } = row.job;
  const [earlier] = await tx.select().from(job_drafts).where(eq(job_drafts.id, id)).for('update');
  requireKnown(earlier, author, edited);
  const body = completeBody(row, edited);
  const now = new Date();
  const values = {
    author,
    body,
    company_id: body.company.id,
    signals,
    reason: null,
    state: 'review' as const,
    // A further change of an edit in review keeps its place in the queue.
    submitted_at: earlier?.submitted_at ?? now,
    updated_at: now,
  };
  if (earlier) await tx.update(job_drafts).set(values).where(eq(job_drafts.id, id));
  else await tx.insert(job_drafts).values({ id, job_id: id, ...values });
  const from = earlier?.state ?? null;
  if (from === 'review') return;
  await recordTransition(tx, { actor: author, id, body, from, action: 'submit', to: 'review' });
}

/**
 * Deletes the edit of a published job that is in review or was rejected, if any, because the edit `by` was applied at
 * once.
 * @throws ProblemError 412 if the edit in review is another person's and the request does not name its version
 */
export async function endRevision(
  tx: Database,
  actor: string,
  id: string,
  by: EditedJob,
): Promise<void> {
  const [ended] = await tx.delete(job_drafts).where(eq(job_drafts.job_id, id)).returning();
  requireKnown(ended, actor, by);
  if (!ended) return;
  const { body, state: from } = ended;
  await recordTransition(tx, { actor, id, body, from, action: 'delete', to: 'deleted' });
}

/**
 * If someone else made the edit in review, requires that the request names its version. This shows that the caller has
 * seen the edit. `If-Match` cannot show it: it names the version of the published job, which an edit in review does not
 * change.
 */
function requireKnown(
  earlier: typeof job_drafts.$inferSelect | undefined,
  author: string,
  { replaces }: EditedJob,
): void {
  if (earlier?.state !== 'review' || earlier.author === author) return;
  if (replaces === earlier.version) return;
  throw new ProblemError(
    412,
    'Someone else has edited this job since. That edit is in review. Load it before you save.',
  );
}

/**
 * Changes the version of the edit in review. A reviewer who has compared it with the former version of the job then
 * cannot approve it.
 */
export async function touchRevision(tx: Database, id: string): Promise<void> {
  await tx.update(job_drafts).set({ job_id: id }).where(eq(job_drafts.job_id, id));
}

/** Parses a stored edit. It may no longer be valid, because its closing date may be over. */
export function parseRevision({ stated = [], ...body }: StoredBody) {
  return editedJob.safeParse({ ...body, stated });
}

/** Adds the fields that the edit leaves unchanged, so that reviewers see the whole job. */
function completeBody(row: JobRow, body: EditedJob): StoredBody {
  const published = presentJob(row);
  // If the type changes, facts that were stated for the former type no longer apply.
  const hasType = body.type === published.type;
  const { salary, company, stated, corrections } = body;
  const { pay } = published;
  return {
    ...textsAfter(body, published),
    salary,
    company,
    stated,
    // An unchanged closing date is not part of the edit, because the job may be renewed during the review.
    validthrough: body.validthrough === published.validthrough ? undefined : body.validthrough,
    workplace:
      body.workplace ?? (hasType && body.workplace === undefined ? published.workplace : null),
    employment:
      body.employment ?? (hasType && body.employment === undefined ? published.employment : null),
    pay: body.pay ?? (body.pay === undefined && pay?.source === 'field' ? pay : null),
    ...(corrections && { corrections }),
  };
}

/** The texts of the job after the edit, which may omit optional ones. */
function textsAfter(body: EditedJob, published: Job): Pick<Job, JobText> {
  const texts = JOB_TEXTS.map((name) => [name, body[name] ?? published[name]]);
  return Object.fromEntries(texts) as Pick<Job, JobText>;
}
