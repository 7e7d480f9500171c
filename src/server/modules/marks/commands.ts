import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockAccounts, lockCaller } from '#server/modules/accounts/queries.ts';
import type { AddedMarks, EditedMark } from '#shared/contract/marks.ts';
import { MAX_HIDDEN_COMPANIES, MAX_JOB_MARKS } from '#shared/limits.ts';

/**
 * Sets what a person has marked of a job, or removes it if nothing is marked.
 * @throws ProblemError 404 if the job does not exist, 409 if the person marks too many jobs
 */
export async function markJob(
  db: Database,
  accountId: string,
  id: string,
  mark: EditedMark,
): Promise<void> {
  if (!isId(id)) throw notFound('job');
  await db.transaction(async (tx) => {
    await lockOwner(tx, accountId);
    if (isEmpty(mark)) {
      await tx
        .delete(job_marks)
        .where(and(eq(job_marks.account_id, accountId), eq(job_marks.job_id, id)));
      return;
    }
    if ((await findJobs(tx, [id])).length === 0) throw notFound('job');
    const values = { ...toColumns(mark), updated_at: new Date() };
    await tx
      .insert(job_marks)
      .values({ account_id: accountId, job_id: id, ...values })
      .onConflictDoUpdate({ target: [job_marks.account_id, job_marks.job_id], set: values });
    await refuseTooMany(tx, accountId);
  });
}

/**
 * Adds the marks of a browser. Where the person has a mark of the same kind already, theirs stays. Repeating the call
 * changes nothing.
 * @throws ProblemError 409 if they mark too many jobs or companies
 */
export async function addMarks(
  db: Database,
  accountId: string,
  { jobs: marks, companies: hidden }: AddedMarks,
): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await lockCompanies(
      tx,
      hidden.map(({ company }) => company),
    );
    await lockOwner(tx, accountId);
    const given = new Map(marks.map((mark) => [mark.job.toLowerCase(), mark]));
    const existing = await findJobs(tx, [...given.keys()]);
    const rows = existing.flatMap((id) => {
      const mark = given.get(id);
      return mark && !isEmpty(mark)
        ? [{ account_id: accountId, job_id: id, ...toColumns(mark) }]
        : [];
    });
    if (rows.length > 0) {
      const either = (column: 'saved_at' | 'applied_at' | 'hidden_at') =>
        sql`coalesce(${job_marks[column]}, excluded.${sql.raw(column)})`;
      await tx
        .insert(job_marks)
        .values(rows)
        .onConflictDoUpdate({
          target: [job_marks.account_id, job_marks.job_id],
          set: {
            saved_at: either('saved_at'),
            applied_at: either('applied_at'),
            hidden_at: either('hidden_at'),
            note: sql`case when ${job_marks.note} = '' then excluded.note else ${job_marks.note} end`,
          },
        });
    }
    const hiddenAt = new Map(hidden.map(({ company, hidden: at }) => [company.toLowerCase(), at]));
    if (known.length > 0) {
      await tx
        .insert(hidden_companies)
        .values(
          known.map((company_id) => ({
            account_id: accountId,
            company_id,
            hidden_at: plausibleTime(hiddenAt.get(company_id) ?? null) ?? new Date(),
          })),
        )
        .onConflictDoNothing();
    }
    await refuseTooMany(tx, accountId);
  });
}

/**
 * Hides the jobs of a company from a person.
 * @throws ProblemError 404, 409 if they hide too many companies
 */
export async function hideCompany(db: Database, accountId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [company_id] = isId(id) ? await lockCompanies(tx, [id]) : [];
    if (!company_id) throw notFound('company');
    await lockOwner(tx, accountId);
    await tx
      .insert(hidden_companies)
      .values({ account_id: accountId, company_id })
      .onConflictDoNothing();
    await refuseTooMany(tx, accountId);
  });
}

/** Shows the jobs of a company again. Does nothing if the company is not hidden. */
export async function showCompany(db: Database, accountId: string, id: string): Promise<void> {
  if (!isId(id)) return;
  await db.transaction(async (tx) => {
    await lockOwner(tx, accountId);
    await tx
      .delete(hidden_companies)
      .where(and(eq(hidden_companies.account_id, accountId), eq(hidden_companies.company_id, id)));
  });
}

/** Locks the person's account, so that their marks are counted one write after the other. */
async function lockOwner(tx: Database, accountId: string): Promise<void> {
  await lockAccounts(tx, [accountId]);
  await lockCaller(tx, accountId, 'authenticated');
}

/** Locks companies before the account, in the same order as their deletion. Returns the ids of those that exist. */
async function lockCompanies(tx: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, ids))
    .orderBy(companies.id)
    .for('key share');
  return rows.map(({ id }) => id);
}

async function findJobs(tx: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, ids));
  return rows.map(({ id }) => id);
}

/** @throws ProblemError 409 */
async function refuseTooMany(tx: Database, accountId: string): Promise<void> {
  const marked = await tx.$count(job_marks, eq(job_marks.account_id, accountId));
  if (marked > MAX_JOB_MARKS) {
    throw new ProblemError(409, `You keep ${MAX_JOB_MARKS} jobs. Remove some first.`);
  }
  const hidden = await tx.$count(hidden_companies, eq(hidden_companies.account_id, accountId));
  if (hidden > MAX_HIDDEN_COMPANIES) {
    throw new ProblemError(409, `You hide ${MAX_HIDDEN_COMPANIES} companies. Show some first.`);
  }
}

const isEmpty = ({ saved, applied, hidden, note }: EditedMark) =>
  !saved && !applied && !hidden && note === '';

function toColumns({ saved, applied, hidden, note }: EditedMark) {
  return {
    saved_at: plausibleTime(saved),
    applied_at: plausibleTime(applied),
    hidden_at: plausibleTime(hidden),
    note,
  };
}

/** The earliest time of a mark. PostgreSQL stores no year 0, which ISO 8601 has. */
const EARLIEST = Date.UTC(2000, 0, 1);

/** The time that a browser states. Its clock may be wrong. */
function plausibleTime(time: string | null): Date | null {
  return time === null
    ? null
    : new Date(Math.max(EARLIEST, Math.min(Date.parse(time), Date.now())));
}

/** Keeps the jobs of a company that is merged into another one hidden. */
export async function followHiddenCompany(tx: Database, from: string, into: string): Promise<void> {
  await tx.execute(sql`
    insert into ${hidden_companies} (account_id, company_id, hidden_at)
    select account_id, ${into}::uuid, hidden_at from ${hidden_companies} where company_id = ${from}
    on conflict do nothing`);
}

/** Moves the marks of jobs that are merged into others. Where a person has marked both, the remaining job keeps its mark. */
export async function followJobMerges(
  tx: Database,
  pairs: { duplicate: string; remaining: string }[],
): Promise<void> {
  const duplicates = sql.param(pairs.map(({ duplicate }) => duplicate));
  const remaining = sql.param(pairs.map((pair) => pair.remaining));
  await tx.execute(sql`
    insert into ${job_marks} (account_id, job_id, saved_at, applied_at, hidden_at, note)
    select account_id, pair.remaining, saved_at, applied_at, hidden_at, note
    from ${job_marks} join unnest(${duplicates}::uuid[], ${remaining}::uuid[]) as pair (duplicate, remaining)
      on job_id = pair.duplicate
    on conflict do nothing`);
  await tx.execute(sql`delete from ${job_marks} where job_id = any(${duplicates}::uuid[])`);
}
