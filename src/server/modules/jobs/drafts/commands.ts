import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { matchesVersion, requireVersion } from '#server/http/api/etag.ts';
import { createOnce } from '#server/http/api/idempotency-key.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { lockCompanyKey } from '#server/modules/companies/commands.ts';
import type { JobDraftBody } from '#shared/contract/job-drafts.ts';
import { type NewJob, newJob, newJobByRules } from '#shared/contract/job-requests.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { authorizeJobsOf } from '../policy.ts';
import { insertJob, noSuchCompany } from '../publication/insert-job.ts';
import { applyEdit } from '../publication/update-job.ts';
import { closingTime, findJob } from '../queries.ts';
import { describeTransition } from './describe-transition.ts';
import { describeLastTransition } from './queries.ts';
import { recordTransition } from './record-transition.ts';
import type { NotifyAuthor } from './review-mail.ts';
import { reviewOf } from './review-rule.ts';
import { parseRevision } from './revisions.ts';
import { storeDraft, storeInReview } from './store-draft.ts';
import { type DraftAction, kindOf, nextState } from './transitions.ts';

type StoredDraft = typeof job_drafts.$inferSelect;

/**
 * Saves a new draft, once for each idempotency key. Returns its id.
 * @throws ProblemError 400 at `company.id` if the company does not exist, 403, 409
 */
export async function createDraft(
  db: Database,
  callerId: string,
  body: JobDraftBody,
  key: string | undefined,
): Promise<string> {
  const creation = { account: callerId, key, endpoint: 'POST /api/job-drafts', body };
  const id = uuidv7();
  return withActor(db, callerId, async (tx) => {
    const company = await lockCompanyKey(tx, body.company.id);
    authorizeJobsOf(await lockCaller(tx, callerId, JOB_ADMINS), company ?? body.company.id);
    return createOnce(tx, creation, id, async () => {
      if (!company) throw noSuchCompany();
      await storeDraft(tx, { id, author: callerId, body: { ...body, company: { id: company } } });
    });
  });
}

/** A job that a person has prepared before they could act for its company. */
type PreparedJob = {
  author: string;
  body: JobDraftBody;
  isSubmitted: boolean;
  /** Whether a site admin has read this revision and approved it together with the company. */
  isReviewed: boolean;
};

/** What has become of a prepared job. */
export type PreparedOutcome = {
  id: string;
  title: string;
  state: 'draft' | 'review' | 'published';
};

/**
 * Stores a prepared job. If the person has submitted it and no site admin has read it, the rules decide whether it is
 * published or reviewed, as for any other job. A job that can no longer be published is stored as a draft. The company
 * must be locked.
 */
export async function addPreparedJob(
  tx: Database,
  { author, body, isSubmitted, isReviewed }: PreparedJob,
  rules: BoardRules,
): Promise<PreparedOutcome> {
  const id = uuidv7();
  const { title } = body;
  const { data: job } = isSubmitted ? newJob.safeParse(body) : {};
  if (!job) {
    await storeDraft(tx, { id, author, body });
    return { id, title, state: 'draft' };
  }
  const caller: Caller = { id: author, role: 'companyadmin', company: body.company.id };
  const signals = isReviewed ? undefined : await reviewOf(tx, { rule: rules.rule, caller, job });
  if (signals) {
    await storeInReview(tx, { id, author, body: job, signals });
    return { id, title, state: 'review' };
  }
  await insertJob(tx, id, job, rules);
  return { id, title, state: 'published' };
}

/** A request to change an unpublished job. */
export type DraftRequest = { callerId: string; id: string; ifMatch: string | undefined };

/**
 * Saves a changed draft. A rejected job becomes a draft again. A job in review stays in review at its place, with a new
 * version, so that nobody approves a text that they have not read.
 * @throws ProblemError 400 at `company.id`, or if a job in review would be incomplete, 403, 404, 409, 412
 */
export async function updateDraft(
  db: Database,
  request: DraftRequest,
  body: JobDraftBody,
  rules: BoardRules,
): Promise<void> {
  const { id } = body.company;
  await changeDraft(
    db,
    { ...request, target: id },
    'save',
    async (tx, { caller, draft, target }) => {
      authorizeJobsOf(caller, target ?? id);
      if (!target) throw noSuchCompany();
      const changed = { body: { ...body, company: { id: target } }, company_id: target };
      if (draft.state !== 'review') return changed;
      const job = parseComplete(changed.body, rules);
      const signals = (await reviewOf(tx, { rule: rules.rule, caller, job })) ?? [];
      return { ...changed, signals, submitted_at: draft.submitted_at };
    },
  );
}

/** @throws ProblemError 400 if the job cannot be published */
function parseComplete(body: JobDraftBody, rules: BoardRules): NewJob {
  const { data, error } = newJobByRules(rules).safeParse(body);
  if (error) throw badInput(issuesOf(error));
  return data;
}

/**
 * Deletes an unpublished job.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function deleteDraft(db: Database, request: DraftRequest): Promise<void> {
  await changeDraft(db, request, 'delete');
}

/**
 * Submits a draft. It is published at once unless the rules or a sign of fraud require a review.
 * @returns the next state
 * @throws ProblemError 400 if the draft is incomplete, 403, 404, 409, 412
 */
export async function submitDraft(
  db: Database,
  request: DraftRequest,
  rules: BoardRules,
): Promise<'review' | 'published'> {
  let state: 'review' | 'published' = 'review';
  await changeDraft(db, request, 'submit', async (tx, { caller, draft }) => {
    const job = parseComplete(draft.body, rules);
    const signals = await reviewOf(tx, { rule: rules.rule, caller, job });
    if (signals) return { signals, submitted_at: new Date() };
    await insertJob(tx, draft.id, job, rules);
    state = 'published';
    return state;
  });
  return state;
}

/**
 * Withdraws a job from review.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function withdrawDraft(db: Database, request: DraftRequest): Promise<void> {
  await changeDraft(db, request, 'withdraw');
}

/**
 * Publishes a job in review.
 * @throws ProblemError 403, 404, 409 (also for another version, and if the job can no longer be published)
 */
export async function approveDraft(
  db: Database,
  request: DraftRequest,
  { rules, notify }: { rules: BoardRules; notify: NotifyAuthor },
): Promise<void> {
  await changeDraft(db, request, 'approve', async (tx, { draft }) => {
    if (kindOf(draft) === 'edit') {
      await approveEdit(tx, draft);
    } else {
      const { data: job, error } = newJob.safeParse(draft.body);
      if (error) throw notPublishable(error);
      await insertJob(tx, draft.id, job, rules);
    }
    await notify(tx, outcomeOf(draft, null));
    return 'published';
  });
}

/**
 * Applies an edit in review to the published job.
 * @throws ProblemError 409 if the job is closed, or the edit can no longer be published
 */
async function approveEdit(tx: Database, { id, body }: StoredDraft): Promise<void> {
  const row = await findJob(tx, id);
  if (!row) throw notFound('job');
  if (closingTime(row.job)) {
    throw new ProblemError(409, 'This job has closed since it was edited. Reject the edit.');
  }
  const { data: edited, error } = parseRevision(body);
  if (error) throw notPublishable(error);
  await applyEdit(tx, row, edited);
}

/**
 * Rejects a job in review.
 * @throws ProblemError 403, 404, 409
 */
export async function rejectDraft(
  db: Database,
  request: DraftRequest,
  reason: string,
  notify: NotifyAuthor,
): Promise<void> {
  await changeDraft(db, request, 'reject', async (tx, { draft }) => {
    await notify(tx, outcomeOf(draft, reason));
    return { reason, last_rejection: { reason, body: draft.body } };
  });
}

function outcomeOf(draft: StoredDraft, reason: string | null) {
  const { id, author, company_id, body } = draft;
  return { id, kind: kindOf(draft), author, company_id, title: body.title, reason };
}

type Change = Partial<
  Pick<
    StoredDraft,
    'body' | 'company_id' | 'reason' | 'last_rejection' | 'signals' | 'submitted_at'
  >
>;

/**
 * Performs an action on an unpublished job: the only function that changes its state. It takes locks in the same order
 * as the deletion of a company: the company, the caller's account, the published job, the draft. If two reviewers act
 * at the same time, the lock on the draft makes the second wait, who then finds the state after the first one's action.
 * @param target the company to which an edit moves the job
 * @param change performs the rest of the action, and returns the columns that it sets, or `published`
 */
async function changeDraft(
  db: Database,
  { callerId, id, ifMatch, target: named }: DraftRequest & { target?: string },
  action: DraftAction,
  change: (
    tx: Database,
    subject: { caller: Caller; draft: StoredDraft; target: string | undefined },
  ) => Promise<Change | 'published'> = async () => ({}),
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    if (!isId(id)) throw notFound('unpublished job');
    const [found] = await tx
      .select({ company: job_drafts.company_id, job: job_drafts.job_id })
      .from(job_drafts)
      .where(eq(job_drafts.id, id));
    if (found) await lockCompanyKey(tx, found.company);
    const target = named === undefined ? undefined : await lockCompanyKey(tx, named);
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    // Lock the published job before its edit. The deletion of a job and further edits take locks in the same order.
    if (found?.job)
      await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('update');
    const [draft] = await tx.select().from(job_drafts).where(eq(job_drafts.id, id)).for('update');
    if (!draft) throw await missingDraft(tx, caller, id);
    if (!mayWriteJobsOf(caller, draft.company_id)) throw notFound('unpublished job');
    const next = nextState(caller, draft, action);
    if (!next) throw await impossible(tx, caller, id);
    if (action === 'approve' || action === 'reject') {
      if (!matchesVersion(ifMatch, draft.version)) throw await unread(tx, caller, id);
    } else {
      requireVersion(ifMatch, draft.version);
    }
    const changed = await change(tx, { caller, draft, target });
    const to = changed === 'published' ? changed : next;
    const columns = changed === 'published' ? {} : changed;
    if (to === 'published' || to === 'deleted') {
      await tx.delete(job_drafts).where(eq(job_drafts.id, id));
    } else {
      await tx
        .update(job_drafts)
        .set({
          state: to,
          reason: null,
          signals: [],
          submitted_at: null,
          updated_at: new Date(),
          ...columns,
        })
        .where(eq(job_drafts.id, id));
    }
    const { body = draft.body } = columns;
    if (to !== draft.state) {
      const { state: from } = draft;
      await recordTransition(tx, { actor: callerId, id: draft.id, body, from, action, to });
    }
  });
}

/** The error for an action that is not possible in the job's state. It says who has changed the state. */
async function impossible(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  return new ProblemError(409, await describeLastTransition(tx, caller, id));
}

/** The error for a decision about an earlier version. It says who has changed the job since. */
async function unread(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  const change = await describeLastTransition(tx, caller, id);
  return new ProblemError(409, `${change} Read the job again before you decide.`);
}

/** The error for a draft that does not exist: 409 if it was published and the caller may know this, otherwise 404. */
async function missingDraft(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  const last = await findLastTransition(tx, 'draft', id);
  const isPublished = last?.state === 'published';
  return isPublished && mayWriteJobsOf(caller, last.company_id ?? '')
    ? new ProblemError(409, describeTransition(caller, last))
    : notFound('unpublished job');
}

type Issues = { issues: readonly { path: PropertyKey[]; message: string }[] };

function issuesOf({ issues }: Issues) {
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

function notPublishable(error: Issues): ProblemError {
  const { message } = badInput(issuesOf(error));
  return new ProblemError(409, `This job can no longer be published: ${message} Reject it.`);
}
