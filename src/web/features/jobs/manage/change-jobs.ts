import type { JobAction, JobChange } from '#shared/contract/job-changes.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';

/** The results of a change of several jobs. */
export type ChangedJobs = { done: string[]; failed: JobChange[] };

/**
 * Closes, renews, reopens, deletes or restores several jobs in one request.
 * @throws {ApiError} if no job was changed, with the reason for the first one
 */
export async function changeJobs(
  api: Session['api'],
  action: JobAction,
  ids: string[],
): Promise<ChangedJobs> {
  const { results } = await api('POST /api/jobs/bulk', { body: { action, ids } });
  const failed = results.filter(({ status }) => status !== 200);
  const [first] = failed;
  if (first && failed.length === results.length) {
    const { status, detail = '' } = first;
    throw new ApiError(status, { type: 'about:blank', title: '', status, detail });
  }
  return { done: results.filter(({ status }) => status === 200).map(({ id }) => id), failed };
}
