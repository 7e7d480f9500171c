import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { actAs } from '#server/db/act-as.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { isId } from '#server/http/cursor.ts';
import { createOnce } from '#server/http/idempotency-key.ts';
import { badInput, notFound } from '#server/http/problem.ts';
import { requireVersion } from '#server/http/version.ts';
import type { Caller } from '#server/identity/access.ts';
import { describeJob } from '#server/markdown/summary.ts';
import { holdCompany } from '#server/modules/companies/commands.ts';
import type { EditedJob, NewJob } from '#shared/contract/jobs.ts';
import { authorizeJobsOf } from './policy.ts';

/**
 * Posts a job, dated now; once, however often it is asked for with the same key. Returns its id.
 * @throws ProblemError 400 at `company.id` where there is no such company, 403, 409
 */
export async function createJob(
  db: Database,
  caller: Caller,
  body: NewJob,
  key: string | undefined,
): Promise<string> {
  authorizeJobsOf(caller, body.company.id);
  const creation = { account: caller.id, key, endpoint: 'POST /api/jobs', body };
  const id = uuidv7();
  return actAs(db, caller.id, (tx) =>
    createOnce(tx, creation, id, async () => {
      if (!(await holdCompany(tx, body.company.id))) throw noSuchCompany();
      await tx.insert(jobs).values({ id, ...columnsOf(body) });
    }),
  );
}

/**
 * Changes all that an employer writes of an open job.
 * @throws ProblemError 400 at `company.id`, 403, 404, 412
 */
export async function updateJob(
  db: Database,
  caller: Caller,
  id: string,
  body: EditedJob,
  ifMatch: string | undefined,
): Promise<void> {
  await actAs(db, caller.id, async (tx) => {
    // In the same order as deleting a company locks: the company, then its jobs.
    const company = await holdCompany(tx, body.company.id);
    const { version } = await holdJob(tx, caller, id);
    authorizeJobsOf(caller, body.company.id);
    if (!company) throw noSuchCompany();
    requireVersion(ifMatch, version);
    await tx
      .update(jobs)
      .set({ ...columnsOf(body), updated_at: new Date() })
      .where(eq(jobs.id, id));
  });
}

/** @throws ProblemError 403, 404, 412 */
export async function deleteJob(
  db: Database,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await actAs(db, caller.id, async (tx) => {
    const { version } = await holdJob(tx, caller, id);
    requireVersion(ifMatch, version);
    await tx.delete(jobs).where(eq(jobs.id, id));
  });
}

/** Nobody else changes the job until the transaction ends. @throws ProblemError 403, 404 */
async function holdJob(tx: Database, caller: Caller, id: string) {
  const [job] = isId(id)
    ? await tx
        .select({ company: jobs.company_id, version: jobs.version })
        .from(jobs)
        .where(and(eq(jobs.id, id), isNull(jobs.closed_at)))
        .for('update')
    : [];
  if (!job) throw notFound('job');
  authorizeJobsOf(caller, job.company);
  return job;
}

function noSuchCompany() {
  return badInput([{ path: 'company.id', message: 'must be a company on the board' }]);
}

function columnsOf({ title, type, location, salary, description, applyurl, company }: NewJob) {
  return {
    title,
    type,
    location,
    salary,
    applyurl,
    company_id: company.id,
    ...describeJob(description),
  };
}
