import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_merges } from '#server/db/merge-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { source_jobs, sources } from '#server/db/source-tables.ts';
import { isId } from '#server/http/api/cursor.ts';
import { badInput, notFound } from '#server/http/api/problem.ts';
import { followJobMerges } from '#server/modules/marks/commands.ts';

/**
 * Merges a job into another one of its company. The other job keeps its id and gets the older of the two dates. If the
 * source of the other job no longer lists it, for example after the employer has moved to a different system, the other
 * job is then updated from the source of the merged job. It is also reopened, unless a person has closed it. The merged
 * job's URLs redirect. Runs in the caller's transaction, which has locked the company.
 * @param permit checks whether the caller may change jobs of this company
 * @throws ProblemError 400, 404, and what `permit` throws
 */
export async function mergeJobs(
  tx: Database,
  { id, into }: { id: string; into: string },
  permit: (companyId: string) => void,
): Promise<void> {
  const ids = [id, into].filter(isId).map((each) => each.toLowerCase());
  const rows = await tx
    .select()
    .from(jobs)
    .where(inArray(jobs.id, ids))
    .orderBy(jobs.id)
    .for('update');
  const find = (one: string) => rows.find((row) => row.id === one.toLowerCase());
  const [merged, target] = [find(id), find(into)];
  if (!merged) throw notFound('job');
  permit(merged.company_id);
  if (!target || target.id === merged.id || target.company_id !== merged.company_id) {
    throw badInput([{ path: 'into', message: 'must be a different job of the same company' }]);
  }
  const isMoved = target.source !== null && merged.source !== null && !(await isListed(tx, target));
  await tx.delete(jobs).where(eq(jobs.id, merged.id));
  await tx
    .update(jobs)
    .set({
      date: merged.date < target.date ? merged.date : target.date,
      ...(isMoved && { source: merged.source, source_id: merged.source_id, feed: merged.feed }),
      ...(isMoved && target.closed_by === null && { closed_at: merged.closed_at }),
      updated_at: new Date(),
    })
    .where(eq(jobs.id, target.id));
  // Make the next run read the merged job's entry again, even if the list has not changed.
  const followed = await tx
    .update(source_jobs)
    .set({ job_id: target.id, digest: null })
    .where(eq(source_jobs.job_id, merged.id))
    .returning({ source: source_jobs.source_id });
  await tx
    .update(sources)
    .set({ validators: {} })
    .where(
      inArray(
        sources.id,
        followed.map(({ source }) => source),
      ),
    );
  await followJobMerges(tx, [{ duplicate: merged.id, remaining: target.id }]);
  await tx.insert(job_merges).values({ id: merged.id, into_id: target.id, merge_id: null });
}

/** Whether the source of a job still lists it. */
async function isListed(
  tx: Database,
  { id, source_id }: Pick<typeof jobs.$inferSelect, 'id' | 'source_id'>,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${source_jobs} where job_id = ${id} and external_id = ${source_id} and missing_since is null`);
  return rows.length > 0;
}
