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

/** Single-flight: the request in progress, which all parts of the page share. */
let pending: { key: string | undefined; counts: Promise<JobCounts> } | undefined;

/**
 * The latest counts of this visit, by their query. After Back, they are shown at once, so that the filters have their
 * height when the scroll position is restored.
 */
const known = new Map<string, JobCounts>();

const MAX_KNOWN = 20;

/**
 * The number of jobs that match the search of the displayed list. If the list came without counts, they are fetched.
 */
export function useJobCounts(list: CountedList | undefined): JobCounts | undefined {
  const fetched = useAllCounts(list && !list.counts ? list.search : undefined);
  return list?.counts ?? fetched;
}

/**
 * The counts of a search with those of facts, such as levels, which do not come with a list. Undefined while they load, and
 * without a search.
 */
export function useAllCounts(search: CountedList['search'] | undefined): JobCounts | undefined {
  const api = useApi();
  // Order and cursor do not affect the counts.
  const { sort: _, cursor: __, ...counted } = search ?? {};
  const query = onPage(counted);
  const key = search && queryString(query);
  const { status, value } = useAsync(key, () => {
    const shared = pending?.key === key ? pending : undefined;
    const { counts } = shared ?? { counts: api('GET /api/jobs/counts', { query }) };
    pending = { key, counts };
    return counts
      .then((loaded) => {
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(queryString(query), loaded);
        return loaded;
      })
      .finally(() => {
        if (pending?.counts === counts) pending = undefined;
      });
  });
  if (status !== 'loaded') return known.get(key ?? '');
  return value;
}
