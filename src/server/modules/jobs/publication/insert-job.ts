import { describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { badInput } from '#server/http/api/problem.ts';
import { prepareCorrections } from '#server/modules/categories/commands.ts';
import { storeHtml } from '#server/modules/descriptions/commands.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import type { EditedJob, NewJob } from '#shared/contract/job-requests.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { JOB_TEXTS } from '#shared/domain/job-fields.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { pick } from '#shared/pick.ts';
import { statedColumns } from '../stated/stated-columns.ts';
import { requireFutureClosing } from './require-future-closing.ts';

/**
 * Publishes a job with the current date. Unless the body says otherwise, its closing date is `daysOpen` ahead.
 * The contract does not set that date, so a request that is repeated after midnight with its idempotency key is the same.
 * The company must be locked, and the caller authorized.
 * @throws ProblemError 400 at `validthrough`
 */
export async function insertJob(
  tx: Database,
  id: string,
  body: NewJob,
  { daysOpen }: Pick<BoardRules, 'daysOpen'>,
): Promise<void> {
  const storeCorrections = await prepareCorrections(tx, id, body.corrections);
  await writeWithFacts(tx, async () => {
    await tx.insert(jobs).values({
      id,
      ...columnsOf(body),
      ...statedColumns(body),
      validthrough: (body.validthrough ?? defaultClosingDate(new Date(), daysOpen)) || null,
    });
    await storeCorrections();
    return { ids: [id] };
  });
  await requireFutureClosing(tx, id);
  await storeHtml(tx, 'job', { id, description: body.description });
}

/** The columns that new and edited jobs have in common. */
export function columnsOf(body: NewJob | EditedJob) {
  return {
    ...pick(body, JOB_TEXTS),
    ...describeJob(body.description),
    company_id: body.company.id,
  };
}

export function noSuchCompany() {
  return badInput([{ path: 'company.id', message: 'must be a company on this board' }]);
}
