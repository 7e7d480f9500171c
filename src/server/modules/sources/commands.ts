import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { distinct_jobs, source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { matchesVersion, requireVersion } from '#server/http/api/etag.ts';
import { createOnce } from '#server/http/api/idempotency-key.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { insertCompany, lockCompanyKey } from '../companies/commands.ts';
import { lockJob } from '../jobs/commands.ts';
import { mergeJobs } from './duplicates/merge-jobs.ts';
import { unlockField } from './locks/locked-fields.ts';
import { authorizeApproval, authorizeCompany, authorizeJobs, stateOfNew } from './policy.ts';
import type { SourceRow } from './queries.ts';
import { findRun } from './queries.ts';
import { lockCompany } from './runs/lock-source.ts';
import { type UndoneRun, undoRun } from './runs/undo-run.ts';

/**
 * The actor of a change of sources: the caller of the API, or a command, which may do everything that a site admin may.
 */
export type SourceActor = { caller: string } | { command: string };

/**
 * Runs a change in a transaction on behalf of an actor. Passes it the caller whose permissions the policy checks; for a
 * command, this is a site admin.
 * @param lock locks a company, which must be locked before the caller's account
 */
async function asActor<Result>(
  db: Database,
  actor: SourceActor,
  change: (tx: Database, caller: Caller) => Promise<Result>,
  lock: (tx: Database) => Promise<unknown> = async () => {},
): Promise<Result> {
  if ('command' in actor) {
    const operator: Caller = { id: actor.command, role: 'siteadmin' };
    return withActor(db, actor.command, async (tx) => {
      await lock(tx);
      return change(tx, operator);
    });
  }
  return withActor(db, actor.caller, async (tx) => {
    await lock(tx);
    return change(tx, await lockCaller(tx, actor.caller, JOB_ADMINS));
  });
}

/**
 * Requests a preview of a source, and returns the id of the preview. A process that reads sources makes it later.
 * @throws ProblemError 400, 403
 */
export async function requestPreview(
  db: Database,
  actor: SourceActor,
  { url, company, settings }: NewPreview,
): Promise<string> {
  const id = uuidv7();
  let company_id: string | null = null;
  await asActor(
    db,
    actor,
    async (tx, caller) => {
      await authorizeCompany(tx, caller, company_id);
      if (company && !company_id) {
        throw badInput([{ path: 'company', message: 'must be a company on this board' }]);
      }
      await tx.insert(source_previews).values({ id, url, company_id, settings: settings ?? {} });
    },
    async (tx) => {
      company_id = company ? ((await lockCompanyKey(tx, company)) ?? null) : null;
    },
  );
  return id;
}

type NewPreview = {
  url: string;
  company?: string | undefined;
  settings?: Record<string, string> | undefined;
};

type NewSource = { preview: string; interval: number; companyname?: string | undefined };

/**
 * Saves the source of a finished preview, once for each idempotency key. Returns its id.
 * @throws ProblemError 400, 403, 409
 */
export async function createSource(
  db: Database,
  actor: SourceActor,
  body: NewSource,
  key: string | undefined,
): Promise<string> {
  const id = uuidv7();
  return asActor(
    db,
    actor,
    async (tx, caller) => {
      const creation = { account: caller.id, key, endpoint: 'POST /api/sources', body };
      return createOnce(tx, creation, id, async () => {
        const preview = await readPreview(tx, body.preview);
        await authorizeCompany(tx, caller, preview.company_id);
        const company_id = preview.company_id ?? (await createCompany(tx, body.companyname));
        const { system, tenant } = preview.found;
        const settings = settingsOf(system, preview.settings);
        const [source] = await tx
          .insert(sources)
          .values({
            id,
            company_id,
            system,
            tenant,
            settings,
            state: stateOfNew(caller, preview.proven),
            interval_minutes: body.interval,
          })
          .onConflictDoNothing({ target: [sources.system, sources.tenant] })
          .returning();
        if (!source) throw new ProblemError(409, 'The board already has this source.');
        await record(tx, caller, undefined, source);
      });
    },
    (tx) => lockCompanyOfPreview(tx, body.preview),
  );
}

/**
 * The given settings, without those that the system does not have. They may be among them because the system is not
 * known yet when a preview is requested.
 */
function settingsOf(system: string, given: Record<string, string>): Record<string, string> {
  const known = findSystem(system)?.settings ?? {};
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(known, name)));
}

async function lockCompanyOfPreview(tx: Database, id: string): Promise<void> {
  if (!isId(id)) return;
  const [preview] = await tx
    .select({ company: source_previews.company_id })
    .from(source_previews)
    .where(eq(source_previews.id, id));
  if (preview?.company) await lockCompanyKey(tx, preview.company);
}

async function readPreview(tx: Database, id: string) {
  const [preview] = isId(id)
    ? await tx.select().from(source_previews).where(eq(source_previews.id, id))
    : [];
  const found = preview?.result?.found;
  if (!preview?.result || !found) {
    throw badInput([
      { path: 'preview', message: 'must be a finished preview that found a source' },
    ]);
  }
  return { ...preview, found, proven: preview.result.proven };
}

async function createCompany(tx: Database, name: string | undefined): Promise<string> {
  if (!name) throw badInput([{ path: 'companyname', message: 'must not be empty' }]);
  const id = uuidv7();
  await insertCompany(tx, id, { name, website: '', logo: '', description: '' });
  return id;
}

/**
 * Changes how often a source is read, and its settings. The next run reads all jobs again.
 * @throws ProblemError 400, 403, 404, 412
 */
export async function updateSource(
  db: Database,
  actor: SourceActor,
  id: string,
  { interval, settings }: { interval: number; settings: Record<string, string> },
  ifMatch?: string,
): Promise<void> {
  await change(db, actor, id, async (_, __, source) => {
    requireVersion(ifMatch, source.version);
    const known = settingsOf(source.system, settings);
    const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(known, name));
    if (unknown.length > 0) {
      const message = 'must be a setting of this system';
      throw badInput(unknown.map((name) => ({ path: `settings.${name}`, message })));
    }
    return { interval_minutes: interval, settings, validators: {} };
  });
}

/**
 * Makes a source due at once, so that it is read next.
 * @throws ProblemError 403, 404, 409
 */
export async function requestRun(
  db: Database,
  actor: SourceActor,
  id: string,
  { close }: { close: boolean },
): Promise<void> {
  const values: Change = async (_, __, { state, empty_since }) => {
    if (state === 'paused' || state === 'proposed') {
      throw new ProblemError(409, 'This source is not read. Resume it first.');
    }
    // If the list has just become empty, nobody has been asked about it yet.
    const mayClose = close && (state === 'asking' || !empty_since);
    // Delete the validators if the run may close jobs: it must read the list even if the list has not changed.
    return { next_run_at: new Date(), may_close: mayClose, ...(close && { validators: {} }) };
  };
  // The request itself is an event: it may change no recorded value.
  await change(db, actor, id, values, { recordsAlways: true });
}

/** Stops reading a source. @throws ProblemError 403, 404, 409 */
export async function pauseSource(db: Database, actor: SourceActor, id: string): Promise<void> {
  await change(db, actor, id, async (_, __, { state }) => {
    if (state === 'proposed') throw new ProblemError(409, 'This source is not read yet.');
    return { state: 'paused', paused_by: 'person' };
  });
}

/**
 * Makes the board read a paused source again, or approves a proposed one.
 * @throws ProblemError 403, 404, 409 also if a proposed source has changed since it was read, 412
 */
export async function resumeSource(
  db: Database,
  actor: SourceActor,
  id: string,
  ifMatch?: string,
): Promise<void> {
  await change(db, actor, id, async (_, caller, { state, version }) => {
    if (state === 'active' || state === 'asking') {
      throw new ProblemError(409, 'This source is already being read.');
    }
    if (state === 'proposed') {
      authorizeApproval(caller);
      if (!matchesVersion(ifMatch, version)) {
        throw new ProblemError(
          409,
          'This source has changed since you read it. Load it again before you approve it.',
        );
      }
    } else requireVersion(ifMatch, version);
    // What was asked and allowed before the pause is outdated.
    const question = { may_close: false, empty_since: null };
    return { state: 'active', paused_by: null, failures: 0, next_run_at: new Date(), ...question };
  });
}

/** Removes a source. Its jobs stay as they are. @throws ProblemError 403, 404, 412 */
export async function deleteSource(
  db: Database,
  actor: SourceActor,
  id: string,
  ifMatch?: string,
): Promise<void> {
  await asActor(db, actor, async (tx, caller) => {
    const source = await lockSource(tx, caller, id);
    requireVersion(ifMatch, source.version);
    await tx.delete(sources).where(eq(sources.id, source.id));
    await record(tx, caller, source, undefined);
  });
}

/** Locks a source that the caller may manage. @throws ProblemError 403, 404 */
async function lockSource(tx: Database, caller: Caller, id: string): Promise<SourceRow> {
  if (!isId(id)) throw notFound('source');
  const [source] = await tx.select().from(sources).where(eq(sources.id, id)).for('update');
  if (!source) throw notFound('source');
  await authorizeCompany(tx, caller, source.company_id);
  return source;
}

/** Returns the new values of a source. */
type Change = (tx: Database, caller: Caller, source: SourceRow) => Promise<Partial<SourceRow>>;

/** Changes a source. The audit trail records it if a recorded value changes, or always. */
async function change(
  db: Database,
  actor: SourceActor,
  id: string,
  values: Change,
  { recordsAlways = false } = {},
): Promise<void> {
  await asActor(db, actor, async (tx, caller) => {
    const source = await lockSource(tx, caller, id);
    const [changed] = await tx
      .update(sources)
      .set({ ...(await values(tx, caller, source)), version: source.version + 1 })
      .where(eq(sources.id, source.id))
      .returning();
    if (!changed) throw new Error('a locked source has no row');
    if (recordsAlways || !isDeepStrictEqual(recordedOf(source), recordedOf(changed))) {
      await record(tx, caller, source, changed);
    }
  });
}

/** The columns of a source whose values people set. The audit trail records them. */
function recordedOf(row: SourceRow) {
  return {
    company_id: row.company_id,
    system: row.system,
    tenant: row.tenant,
    settings: row.settings,
    state: row.state,
    interval_minutes: row.interval_minutes,
    may_close: row.may_close,
  };
}

/** Records a change of a source in the audit trail. */
async function record(
  tx: Database,
  caller: Caller,
  before: SourceRow | undefined,
  after: SourceRow | undefined,
): Promise<void> {
  const source = after ?? before;
  if (!source) throw new Error('a change of no source');
  const [company] = await tx
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, source.company_id));
  const decided = (row: SourceRow) => ({
    name: `${company?.name ?? ''} (${row.system})`,
    ...recordedOf(row),
  });
  await tx.insert(audit_events).values({
    actor: caller.id,
    kind: 'source',
    thing_id: source.id,
    action: !before ? 'create' : !after ? 'delete' : 'update',
    before: before ? decided(before) : null,
    after: after ? decided(after) : null,
  });
}

/**
 * Undoes the changes of a run, and pauses its source.
 * @throws ProblemError 403, 404, and 409 as `undoRun` does
 */
export async function undoSourceRun(
  db: Database,
  actor: SourceActor,
  runId: string,
): Promise<UndoneRun> {
  return asActor(
    db,
    actor,
    async (tx, caller) => {
      const found = await findRun(tx, runId);
      if (!found) throw notFound('run');
      const source = await lockSource(tx, caller, found.source_id);
      // Read the run again: another request may have undone it before this one got the lock.
      const run = await findRun(tx, runId);
      if (!run) throw notFound('run');
      await record(tx, caller, source, { ...source, state: 'paused' });
      return undoRun(tx, run);
    },
    async (tx) => {
      const run = await findRun(tx, runId);
      const [source] = run
        ? await tx.select().from(sources).where(eq(sources.id, run.source_id))
        : [];
      await lockCompany(tx, source?.company_id);
    },
  );
}

/**
 * Unlocks a field that a person has edited, so that runs may change it again.
 * @throws ProblemError 400, 403, 404
 */
export async function unlockJobField(
  db: Database,
  actor: SourceActor,
  id: string,
  field: string,
): Promise<void> {
  await asActor(
    db,
    actor,
    async (tx, caller) => {
      await lockJob(tx, caller, id);
      await unlockField(tx, { actor: caller.id, id, field });
    },
    (tx) => lockCompanyOfJob(tx, id),
  );
}

/**
 * Merges a job into another job of its company.
 * @throws ProblemError 400, 403, 404
 */
export async function mergeTwoJobs(
  db: Database,
  actor: SourceActor,
  jobsToMerge: { id: string; into: string },
): Promise<void> {
  await asActor(
    db,
    actor,
    (tx, caller) => mergeJobs(tx, jobsToMerge, (companyId) => authorizeJobs(caller, companyId)),
    (tx) => lockCompanyOfJob(tx, jobsToMerge.id),
  );
}

async function lockCompanyOfJob(tx: Database, id: string): Promise<void> {
  if (!isId(id)) return;
  const [job] = await tx.select({ company: jobs.company_id }).from(jobs).where(eq(jobs.id, id));
  await lockCompany(tx, job?.company);
}

/**
 * Marks two jobs as different, so that they are no longer offered for merging.
 * @throws ProblemError 400, 403, 404
 */
export async function distinguishJobs(
  db: Database,
  actor: SourceActor,
  id: string,
  other: string,
): Promise<void> {
  await asActor(db, actor, async (tx, caller) => {
    const [one, two] = [id, other].map((each) => each.toLowerCase()).sort();
    if (!one || !two || !isId(one) || !isId(two)) throw notFound('job');
    const rows = await tx
      .select({ id: jobs.id, company: jobs.company_id })
      .from(jobs)
      .where(inArray(jobs.id, [one, two]));
    const company = rows.find((job) => job.id === id.toLowerCase())?.company;
    if (!company) throw notFound('job');
    authorizeJobs(caller, company);
    if (rows.length < 2 || rows.some((job) => job.company !== company)) {
      throw badInput([{ path: 'other', message: 'must be a different job of the same company' }]);
    }
    await tx.insert(distinct_jobs).values({ job_id: one, other_id: two }).onConflictDoNothing();
  });
}

/** How long runs and previews are stored (days). */
export const RUN_DAYS = 90;
export const PREVIEW_DAYS = 1;

/** Deletes old runs, except the latest of each source, and old previews. */
export async function deleteOldRuns(db: Database): Promise<void> {
  await db
    .delete(source_runs)
    .where(
      and(
        lt(source_runs.started_at, sql`now() - make_interval(days => ${RUN_DAYS})`),
        sql`exists (select from ${source_runs} later where later.source_id = ${source_runs.source_id} and later.id > ${source_runs.id})`,
      ),
    );
  await db
    .delete(source_previews)
    .where(lt(source_previews.created_at, sql`now() - make_interval(days => ${PREVIEW_DAYS})`));
}
