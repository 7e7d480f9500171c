import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import type { JobDraftBody } from '#shared/contract/job-drafts.ts';
import { newJob } from '#shared/contract/job-requests.ts';
import type { DraftState, ReviewSignal } from '#shared/domain/job-drafts.ts';
import { JOB_TEXTS } from '#shared/domain/job-fields.ts';
import { pick } from '#shared/pick.ts';
import { describeTransition } from './describe-transition.ts';
import { signalsOf } from './review-rule.ts';

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** Reads an unpublished job with its company. `published` is the job that an edit changes. */
export async function findDraft(db: Database, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      draft: job_drafts,
      company: companies,
      // Drizzle takes a row whose first column is null for a missing one, so the nullable column is last.
      published: pick(getTableColumns(jobs), [...JOB_TEXTS, 'validthrough']),
    })
    .from(job_drafts)
    .innerJoin(companies, eq(companies.id, job_drafts.company_id))
    .leftJoin(jobs, eq(jobs.id, job_drafts.job_id))
    .where(eq(job_drafts.id, id));
  return row;
}

/** Which unpublished jobs to list. */
export type DraftSelection = {
  of: 'all' | { company: string };
  state: DraftState | undefined;
  /** Only the job with this id. */
  job: string | undefined;
};

export type DraftListRow = Awaited<ReturnType<typeof listDrafts>>[number];

/** The column by which a list is sorted. */
export const orderOf = (state: DraftState | undefined) =>
  state === 'review' ? 'submitted_at' : 'updated_at';

/**
 * Lists unpublished jobs: the review queue begins with the oldest submission, and other lists with the latest change.
 * Returns one row more than `limit` if another page follows.
 */
export async function listDrafts(
  db: Database,
  { limit, after, ...selection }: DraftSelection & { limit: number; after: Cursor | undefined },
) {
  const key = job_drafts[orderOf(selection.state)];
  const isQueue = selection.state === 'review';
  const position = sql`(${key}, ${job_drafts.id})`;
  const start = after && sql`(${after.key}::timestamptz, ${after.id}::uuid)`;
  return db
    .select({
      id: job_drafts.id,
      job_id: job_drafts.job_id,
      state: job_drafts.state,
      title: sql<string>`coalesce(${job_drafts.body} ->> 'title', '')`,
      reason: job_drafts.reason,
      signals: job_drafts.signals,
      updated_at: job_drafts.updated_at,
      submitted_at: job_drafts.submitted_at,
      company: { id: companies.id, name: companies.name, logo: companies.logo },
    })
    .from(job_drafts)
    .innerJoin(companies, eq(companies.id, job_drafts.company_id))
    .where(
      and(
        isSelected(selection),
        start && (isQueue ? sql`${position} > ${start}` : sql`${position} < ${start}`),
      ),
    )
    .orderBy(...(isQueue ? [asc(key), asc(job_drafts.id)] : [desc(key), desc(job_drafts.id)]))
    .limit(limit + 1);
}

export async function countDrafts(db: Database, selection: DraftSelection): Promise<number> {
  return db.$count(job_drafts, isSelected(selection));
}

function isSelected({ of, state, job }: DraftSelection): SQL | undefined {
  return and(
    job === undefined ? undefined : isId(job) ? eq(job_drafts.id, job) : sql`false`,
    of === 'all' ? undefined : eq(job_drafts.company_id, of.company),
    state && eq(job_drafts.state, state),
  );
}

/**
 * Finds the verified email address and the actor key of an author who may still edit jobs of the company. Such an
 * author is a member of its team or a site admin, and is not blocked. The result is undefined for other authors.
 */
export async function findAuthor(
  db: Database,
  { author, company_id }: { author: string; company_id: string },
): Promise<{ email: string; key: string } | undefined> {
  const [row] = await db
    .select({
      email: accounts.verified_email,
      key: actors.key,
      role: accounts.role,
      membership: memberships.id,
    })
    .from(accounts)
    .innerJoin(actors, eq(actors.account_id, accounts.id))
    .leftJoin(
      memberships,
      and(eq(memberships.account_id, accounts.id), eq(memberships.company_id, company_id)),
    )
    .where(and(eq(accounts.id, author), isNull(accounts.blocked_at)));
  const mayEdit = row && (row.membership !== null || row.role === 'siteadmin');
  return mayEdit && row.email ? { email: row.email, key: row.key } : undefined;
}

/** Finds the signs of fraud in a prepared job. An incomplete one cannot be published, so it has none. */
export async function signalsOfPrepared(db: Database, body: JobDraftBody): Promise<ReviewSignal[]> {
  const { data: job } = newJob.safeParse(body);
  return job ? signalsOf(db, job) : [];
}

/** Says who last changed the state of a job or an edit, even if it is no longer unpublished. */
export async function describeLastTransition(
  db: Database,
  caller: Caller,
  id: string,
): Promise<string> {
  return describeTransition(caller, await findLastTransition(db, 'draft', id));
}
