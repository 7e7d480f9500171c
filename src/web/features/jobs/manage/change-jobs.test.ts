import { expect, test } from 'vitest';
import { MAX_CHANGED_JOBS } from '#shared/limits.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError } from '#web/api/errors.ts';
import { changeJobs } from './change-jobs.ts';

const ids = Array.from({ length: 2 * MAX_CHANGED_JOBS + 1 }, (_, number) => `job ${number}`);

/** An API that changes every job but the first, and fails from the given request on. */
function apiFailingAt(failing: number): Api {
  let requests = 0;
  return (async (_: string, { body }: { body: { ids: string[] } }) => {
    requests += 1;
    if (requests >= failing) throw new ApiError(429, undefined);
    return { results: body.ids.map((id) => ({ id, status: id === ids[0] ? 410 : 200 })) };
  }) as unknown as Api;
}

test('more jobs than one request allows are changed in several requests, with the progress', async () => {
  const progress: number[] = [];
  const { done, failed } = await changeJobs(apiFailingAt(4), 'close', ids, (processed) =>
    progress.push(processed),
  );
  expect(progress).toEqual([MAX_CHANGED_JOBS, 2 * MAX_CHANGED_JOBS, ids.length]);
  expect(done).toEqual(ids.slice(1));
  expect(failed).toEqual([{ id: ids[0], status: 410 }]);
});

test('if a later request fails, the remaining jobs are returned with the reason', async () => {
  const { done, failed } = await changeJobs(apiFailingAt(2), 'close', ids);
  expect(done).toEqual(ids.slice(1, MAX_CHANGED_JOBS));
  expect(failed.map(({ id }) => id)).toEqual([ids[0], ...ids.slice(MAX_CHANGED_JOBS)]);
  expect(failed.at(-1)).toMatchObject({ status: 429, detail: expect.any(String) });
});

test('if no job is changed, the reason is thrown', async () => {
  await expect(changeJobs(apiFailingAt(1), 'close', ids)).rejects.toThrow(ApiError);
  await expect(changeJobs(apiFailingAt(9), 'close', ids.slice(0, 1))).rejects.toThrow(ApiError);
});
