import type { JobCounts } from '#shared/contract/job-responses.ts';
import { type JobSearch, queryString } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { onPage } from './listed-job.ts';

/** The list on the page: its search, and the counts if they came with it. */
export type CountedList = {
  search: JobSearch & { cursor?: string };
  counts?: JobCounts | undefined;
};

/** Single-flight: the request in progress, which the filters and the list share. */
let pending: { key: string | undefined; counts: Promise<JobCounts> } | undefined;

/**
 * The number of jobs that match the search of the displayed list. If the list came without counts, they are fetched.
 */
export function useJobCounts(list: CountedList | undefined): JobCounts | undefined {
  const api = useApi();
  // Order and cursor do not affect the counts.
  const { sort: _, cursor: __, ...search } = list?.search ?? {};
  const query = onPage(search);
  const key = list && !list.counts ? queryString(query) : undefined;
  const fetched = useAsync(key, () => {
    const shared = pending?.key === key ? pending : undefined;
    const { counts } = shared ?? { counts: api('GET /api/jobs/counts', { query }) };
    pending = { key, counts };
    return counts.finally(() => {
      if (pending?.counts === counts) pending = undefined;
    });
  });
  return list?.counts ?? (fetched.status === 'loaded' ? fetched.value : undefined);
}
