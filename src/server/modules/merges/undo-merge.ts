import { and, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { company_merges, job_merges, merge_leftovers } from '#server/db/merge-tables.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { source_jobs, sources } from '#server/db/source-tables.ts';
import { invitations, memberships } from '#server/db/team-tables.ts';
import { draftsOf, LEFTOVER_TABLES } from './merge-companies.ts';

/** The number of jobs that one statement moves back. */
const BATCH_SIZE = 500;

/** A copy of a row that the merge has deleted. */
export type Leftover = Pick<typeof merge_leftovers.$inferSelect, 'kind' | 'content'>;

/** A merge, with the columns that are needed to undo it. */
export type Merge = typeof company_merges.$inferSelect;

/**
 * Locks the company into which this one was merged.
 * @returns the merge; undefined if the company was not merged. `target` is undefined if the other company no longer
 * exists.
 */
export async function lockMerge(
  tx: Database,
  id: string,
): Promise<
  { merge: Merge; target: { name: string } | undefined; leftovers: Leftover[] } | undefined
> {
  const [merge] = await tx.select().from(company_merges).where(eq(company_merges.id, id));
  if (!merge) return undefined;
  const [target] = await tx
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, merge.into_id))
    .for('update');
  const leftovers = await tx
    .select({ kind: merge_leftovers.kind, content: merge_leftovers.content })
    .from(merge_leftovers)
    .where(eq(merge_leftovers.merge_id, id));
  return { merge, target, leftovers };
}

/**
 * Restores the rows that the merge has deleted, except those whose person or job no longer exists. Call this once the
 * jobs are restored.
 */
export async function restoreLeftovers(tx: Database, leftovers: Leftover[]): Promise<void> {
  for (const { kind, content } of leftovers) {
    const table = LEFTOVER_TABLES[kind];
    // Columns that were added since get their defaults.
    const names = Object.values(getTableColumns(table))
      .filter(({ name }) => Object.hasOwn(content, name))
      .map(({ name }) => sql.identifier(name));
    const columns = sql.join(names, sql`, `);
    const known = (column: string, parent: AnyPgTable) =>
      sql`(${sql.identifier(column)} is null or ${sql.identifier(column)} in (select id from ${parent}))`;
    const isComplete = {
      claim: known('account_id', accounts),
      invitation: known('invited_by', accounts),
      rename: known('account_id', accounts),
      draft: sql`${known('job_id', jobs)} and ${known('author', accounts)}`,
    }[kind];
    await tx.execute(sql`
      insert into ${table} (${columns}) select ${columns}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(content)}::jsonb) stored
      where ${isComplete} on conflict do nothing`);
  }
}

/**
 * Moves back the rows that a merge has moved and that still belong to the other company. The merged company must exist
 * again. Jobs that its feed and its sources have added since the merge move, too. Other jobs and people that the other
 * company has got since stay there.
 * @param deletionId the event that deleted the merged company
 * @returns the number of jobs
 */
export async function moveBack(tx: Database, merge: Merge, deletionId: number): Promise<number> {
  const { id, into_id, moved } = merge;
  const pairs = await tx
    .select({ duplicate: job_merges.id, remaining: job_merges.into_id })
    .from(job_merges)
    .where(eq(job_merges.merge_id, id));
  // Once this row is deleted, imports of the feed go to the restored company again, and its URLs no longer redirect.
  await tx.delete(company_merges).where(eq(company_merges.id, id));
  await moveMembersBack(tx, merge);
  const back = await moveSourcesBack(tx, merge);
  const count =
    (await moveJobsBack(tx, merge, deletionId)) + (await moveAddedJobs(tx, merge, back, pairs));
  await followPairsBack(tx, pairs);
  await tx
    .update(job_drafts)
    .set(draftsOf(id))
    .where(
      and(
        eq(job_drafts.company_id, into_id),
        // An edit of a published job belongs to the company of this job.
        sql`(${job_drafts.id} = any(${sql.param(moved.drafts)}::uuid[]) and ${job_drafts.job_id} is null
          or ${job_drafts.job_id} in (select id from ${jobs} where company_id = ${id}))`,
      ),
    );
  await tx
    .update(company_claims)
    .set({ company_id: id })
    .where(and(eq(company_claims.company_id, into_id), inArray(company_claims.id, moved.claims)));
  return count;
}

async function moveMembersBack(tx: Database, { id, into_id, moved }: Merge): Promise<void> {
  await tx
    .update(memberships)
    .set({ company_id: id })
    .where(and(eq(memberships.company_id, into_id), inArray(memberships.id, moved.members)));
  await tx
    .update(memberships)
    .set({ role: 'editor' })
    .where(
      and(
        eq(memberships.company_id, into_id),
        inArray(memberships.id, moved.promoted),
        // The remaining company never loses its last owner.
        sql`exists (
          select from ${memberships} other where other.company_id = ${into_id} and other.role = 'owner'
            and other.id <> all(${sql.param(moved.promoted)}::uuid[]))`,
      ),
    );
  await tx
    .update(invitations)
    .set({ company_id: id })
    .where(and(eq(invitations.company_id, into_id), inArray(invitations.id, moved.invitations)));
}

/**
 * Makes the company the one for which people act, if they acted for it before the merge. Call this once the whole team
 * is restored.
 */
export async function actAgain(tx: Database, { id, into_id, moved }: Merge): Promise<void> {
  const acting = tx
    .select({ id: memberships.account_id })
    .from(memberships)
    .where(and(eq(memberships.company_id, id), inArray(memberships.id, moved.acting)));
  await tx
    .update(accounts)
    .set({ company_id: id, updated_at: new Date() })
    .where(and(eq(accounts.company_id, into_id), inArray(accounts.id, acting)));
}

async function moveJobsBack(
  tx: Database,
  { id, into_id, source_id }: Merge,
  deletionId: number,
): Promise<number> {
  // The jobs that the transaction of the merge has moved, with their former feeds.
  const { rows } = await tx.execute<{ id: string; feed: string | null }>(sql`
    select distinct on (event.thing_id) event.thing_id as id, event.before ->> 'feed' as feed
    from ${audit_events} event join ${jobs} on ${jobs.id} = event.thing_id::uuid
    where event.at = (select at from ${audit_events} where id = ${deletionId})
      and event.kind = 'job' and event.action = 'update'
      and event.before ->> 'company_id' = ${id} and event.after ->> 'company_id' = ${into_id}
      and ${jobs.company_id} = ${into_id}
    order by event.thing_id, event.id`);
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE);
    await tx.execute(sql`
      update ${jobs} set company_id = ${id}, feed = moved.feed, version = ${jobs.version} + 1, updated_at = now()
      from unnest(
        ${sql.param(batch.map((row) => row.id))}::uuid[], ${sql.param(batch.map(({ feed }) => feed))}::text[]
      ) as moved (id, feed)
      where ${jobs.id} = moved.id`);
  }
  if (source_id === null) return rows.length;
  const imported = await tx
    .update(jobs)
    .set({ company_id: id, feed: null, updated_at: new Date() })
    .where(and(eq(jobs.company_id, into_id), isNotNull(jobs.source), eq(jobs.feed, source_id)))
    .returning({ id: jobs.id });
  return rows.length + imported.length;
}

/** A duplicate job that the merge has deleted, and the job that remained of the two. */
type Pair = { duplicate: string; remaining: string };

async function moveSourcesBack(tx: Database, { id, into_id, moved }: Merge): Promise<string[]> {
  const back = await tx
    .update(sources)
    .set({ company_id: id, version: sql`${sources.version} + 1` })
    .where(and(eq(sources.company_id, into_id), inArray(sources.id, moved.sources)))
    .returning({ id: sources.id });
  return back.map((source) => source.id);
}

/** Moves the jobs that the sources have added since the merge. */
async function moveAddedJobs(
  tx: Database,
  { id, into_id }: Merge,
  back: string[],
  pairs: Pair[],
): Promise<number> {
  const remaining = sql.param(pairs.map((pair) => pair.remaining));
  const { rowCount } = await tx.execute(sql`
    update ${jobs} set company_id = ${id}, version = ${jobs.version} + 1, updated_at = now()
    from ${source_jobs}
    where ${source_jobs.source_id} = any(${sql.param(back)}::uuid[])
      and ${jobs.id} = ${source_jobs.job_id} and ${jobs.source_id} = ${source_jobs.external_id}
      and ${jobs.company_id} = ${into_id} and ${jobs.id} <> all(${remaining}::uuid[])`);
  return rowCount ?? 0;
}

/** Replaces jobs in the ledgers of sources by the restored jobs of the sources' own companies. */
async function followPairsBack(tx: Database, pairs: Pair[]): Promise<void> {
  await tx.execute(sql`
    update ${source_jobs} set job_id = pair.duplicate
    from unnest(
      ${sql.param(pairs.map(({ duplicate }) => duplicate))}::uuid[],
      ${sql.param(pairs.map(({ remaining }) => remaining))}::uuid[]
    ) as pair (duplicate, remaining), ${jobs}, ${sources}
    where job_id = pair.remaining and ${jobs.id} = pair.remaining
      and ${sources.id} = ${source_jobs.source_id} and ${sources.company_id} <> ${jobs.company_id}`);
}
