import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { source_jobs, source_runs, sources } from '#server/db/source-tables.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import type { RunRow } from '../queries.ts';
import { listRunEvents, type RunEvent } from './run-changes.ts';

/** How many jobs are changed at a time. */
const BATCH = 500;

/** The columns that change with every write, and are not part of a job's content. */
const OF_VERSION = new Set(['version', 'updated_at']);

export type UndoneRun = { undone: number; retained: number };

/**
 * Undoes the changes of a run: deletes the jobs that it added, and restores the former values of the jobs that it
 * changed. Fields and added jobs that have changed since the run stay as they are. The source is paused, because the
 * next run would do the same again. Runs in the caller's transaction, which has locked the company and the source.
 * @throws ProblemError 409 if the run has changed nothing, or a later run has changed jobs
 */
export async function undoRun(tx: Database, run: RunRow): Promise<UndoneRun> {
  if (run.outcome !== 'applied' || run.applied_at === null) {
    throw new ProblemError(409, 'This run has changed nothing, or is undone already.');
  }
  const [later] = await tx
    .select({ id: source_runs.id })
    .from(source_runs)
    .where(
      and(
        eq(source_runs.source_id, run.source_id),
        gt(source_runs.id, run.id),
        eq(source_runs.outcome, 'applied'),
        sql`${source_runs.applied_at} is not null`,
      ),
    )
    .limit(1);
  if (later) throw new ProblemError(409, 'A later run has changed jobs. Undo that one first.');
  // Record the undo under the actor of runs and not under the person. Later runs never add a job again that a person has
  // deleted, but they must be able to add the jobs that the undo deletes.
  await tx.execute(sql`select set_config('board.actor', ${ACTORS.source}, true)`);
  /** Maps the id of a job to whether all its changes by the run are undone. A reposted job has several events. */
  const isUndone = new Map<string, boolean>();
  let before: number | undefined;
  for (;;) {
    const events = await listRunEvents(tx, run, { limit: BATCH, before });
    const { ids } = await writeWithFacts(tx, async () => {
      for (const event of events) {
        const isWhole = await undoEvent(tx, event);
        isUndone.set(event.thing_id, isWhole && (isUndone.get(event.thing_id) ?? true));
      }
      return { ids: [...new Set(events.map(({ thing_id }) => thing_id))] };
    });
    const added = events.flatMap(({ thing_id, before }) => (before ? [] : [thing_id]));
    await forgetReposts(tx, run.source_id, events);
    await forgetEntries(tx, run.source_id, { ids, added });
    before = events.at(-1)?.id;
    if (events.length < BATCH) break;
  }
  await tx.update(source_runs).set({ outcome: 'undone' }).where(eq(source_runs.id, run.id));
  await tx
    .update(sources)
    .set({
      state: 'paused',
      paused_by: 'undone',
      leased_until: null,
      validators: {},
      version: sql`${sources.version} + 1`,
    })
    .where(eq(sources.id, run.source_id));
  const undone = [...isUndone.values()].filter(Boolean).length;
  return { undone, retained: isUndone.size - undone };
}

/** Undoes one change of a job. Returns whether it is undone completely. */
async function undoEvent(tx: Database, { thing_id, before, after }: RunEvent): Promise<boolean> {
  if (!after) return true;
  if (!before) {
    const deleted = await tx
      .delete(jobs)
      .where(and(eq(jobs.id, thing_id), eq(jobs.version, Number(after.version))))
      .returning({ id: jobs.id });
    return deleted.length > 0;
  }
  const changed = Object.keys(after).filter(
    (name) => !OF_VERSION.has(name) && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return true;
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from ${jobs}, unnest(${sql.param(changed)}::text[]) name
    where ${jobs.id} = ${thing_id}::uuid and to_jsonb(jobs) -> name = ${JSON.stringify(after)}::jsonb -> name`);
  const names = rows.map(({ name }) => name);
  if (names.length > 0) {
    const columns = sql.raw(names.map((name) => `"${name}" = former."${name}"`).join(', '));
    await tx.execute(sql`
      update ${jobs} set ${columns}, version = jobs.version + 1, updated_at = now()
      from jsonb_populate_record(null::jobs, ${JSON.stringify(before)}::jsonb) as former
      where jobs.id = ${thing_id}::uuid`);
  }
  return names.length === changed.length;
}

/**
 * Deletes the ledger's entries of the jobs that the undo has deleted. The next run reads the other entries of the run
 * again, and none of them counts as missing yet.
 */
async function forgetEntries(
  tx: Database,
  sourceId: string,
  { ids, added }: { ids: string[]; added: string[] },
): Promise<void> {
  const ofJobs = (jobIds: string[]) =>
    and(eq(source_jobs.source_id, sourceId), inArray(source_jobs.job_id, jobIds));
  await tx
    .delete(source_jobs)
    .where(
      and(
        ofJobs(added),
        sql`not exists (select from ${jobs} where ${jobs.id} = ${source_jobs.job_id})`,
      ),
    );
  await tx
    .update(source_jobs)
    .set({ digest: null, missing_since: null, vanished_at: null })
    .where(ofJobs(ids));
}

/**
 * Deletes the new ids of reposted jobs from the ledger, because the jobs have their former ids again. The next run
 * finds the reposts again.
 */
async function forgetReposts(tx: Database, sourceId: string, events: RunEvent[]): Promise<void> {
  for (const { thing_id, before, after } of events) {
    if (!before || !after || before.source_id === after.source_id) continue;
    await tx.execute(sql`
      delete from ${source_jobs} using ${jobs}
      where ${source_jobs.source_id} = ${sourceId} and ${source_jobs.job_id} = ${thing_id}::uuid
        and ${source_jobs.external_id} = ${after.source_id} and ${jobs.id} = ${source_jobs.job_id}
        and ${jobs.source_id} = ${before.source_id}`);
  }
}
