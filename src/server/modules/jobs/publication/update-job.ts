import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { prepareCorrections } from '#server/modules/categories/commands.ts';
import { storeHtml } from '#server/modules/descriptions/commands.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import type { EditedJob } from '#shared/contract/job-requests.ts';
import { presentJob } from '../presenter.ts';
import type { JobRow } from '../queries.ts';
import { changedColumns } from '../stated/stated-columns.ts';
import { columnsOf } from './insert-job.ts';
import { requireFutureClosing } from './require-future-closing.ts';

/**
 * Applies an edit to a published job. The job must be locked, and the caller authorized.
 * @throws ProblemError 400 at `validthrough`
 */
export async function applyEdit(tx: Database, row: JobRow, body: EditedJob): Promise<void> {
  const { id } = row.job;
  const storeCorrections = await prepareCorrections(tx, id, body.corrections);
  await writeWithFacts(tx, async () => {
    await tx
      .update(jobs)
      .set({
        ...columnsOf(body),
        ...changedColumns(body, presentJob(row)),
        // If the location changes, the addresses that the source stated no longer apply.
        addresses: sql`case when ${jobs.location} = ${body.location} then ${jobs.addresses} end`,
        ...(body.validthrough !== undefined && { validthrough: body.validthrough || null }),
        updated_at: new Date(),
      })
      .where(eq(jobs.id, id));
    await storeCorrections();
    return { ids: [id] };
  });
  if (body.validthrough) await requireFutureClosing(tx, id);
  await storeHtml(tx, 'job', { id, description: body.description });
}
