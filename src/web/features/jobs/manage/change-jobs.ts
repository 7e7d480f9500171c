import type { JobAction, JobChange } from '#shared/contract/job-changes.ts';
import { MAX_CHANGED_JOBS } from '#shared/limits.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { errorMessage } from '#web/forms/errors.ts';

/** The results of a change of several jobs. */
export type ChangedJobs = { done: string[]; failed: JobChange[] };

/**
 * Closes, renews, reopens, deletes or restores jobs, as many in one request as the API allows. If a later request fails,
 * the remaining jobs stay unchanged, and each of them is returned with the reason.
 * @param onProgress called after each request with the number of jobs of all requests so far
 * @throws {ApiError} if no job was changed, with the reason for the first one
 */
export async function changeJobs(
  api: Session['api'],
  action: JobAction,
  ids: string[],
  onProgress: (processed: number) => void = () => {},
): Promise<ChangedJobs> {
  const done: string[] = [];
  const failed: JobChange[] = [];
  for (let start = 0; start < ids.length; start += MAX_CHANGED_JOBS) {
    const chunk = ids.slice(start, start + MAX_CHANGED_JOBS);
    try {
      const { results } = await api('POST /api/jobs/bulk', { body: { action, ids: chunk } });
      for (const result of results) {
        if (result.status === 200) done.push(result.id);
        else failed.push(result);
      }
    } catch (error) {
      if (done.length === 0) throw error;
      const status = error instanceof ApiError ? error.status : 0;
      const detail = errorMessage(error) ?? 'Try again.';
      failed.push(...ids.slice(start).map((id) => ({ id, status, detail })));
      break;
    }
    onProgress(start + chunk.length);
  }
  const [first] = failed;
  if (first && done.length === 0) {
    const { status, detail = '' } = first;
    throw new ApiError(status, { type: 'about:blank', title: '', status, detail });
  }
  return { done, failed };
}
