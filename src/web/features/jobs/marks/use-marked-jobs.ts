import { useState } from 'react';
import type { ReadJob } from '#shared/contract/job-responses.ts';
import { MAX_READ_JOBS } from '#shared/limits.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';

const NONE: string[] = [];

/** Reads the jobs with these ids from the server, each once. `missing` are those that were deleted. */
export function useMarkedJobs(ids: string[] | undefined) {
  const api = useApi();
  const [known] = useState(() => new Map<string, ReadJob | undefined>());
  const unknown = ids?.filter((id) => !known.has(id)) ?? NONE;
  const { status, value, retry } = useAsync(
    unknown.length > 0 ? unknown.join() : undefined,
    async () => {
      for (let start = 0; start < unknown.length; start += MAX_READ_JOBS) {
        const part = unknown.slice(start, start + MAX_READ_JOBS);
        const { results } = await api('POST /api/jobs/read', { body: { ids: part } });
        for (const id of part) {
          known.set(
            id,
            results.find(({ job }) => job.id === id),
          );
        }
      }
      return [...known].flatMap(([id, job]) => (job ? [] : [id]));
    },
  );
  return { jobs: known, missing: value ?? NONE, status, retry };
}
