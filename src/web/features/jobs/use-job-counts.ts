import { useMatch, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { JobCounts } from '#shared/contract/job-responses.ts';
import { type JobSearch, parseQuery, queryString, readJobSearch } from '#shared/paths.ts';

/** The counts that were asked for last: the filters and the list need the same. */
let asked: { query: string; counts: Promise<JobCounts> } | undefined;

/**
 * How many jobs the search that is shown finds; where they did not come with the list, a moment after it.
 */
export function useJobCounts(): JobCounts | undefined {
  const api = useRouteContext({ from: '__root__', select: (context) => context.api });
  const list = useMatch({
    from: '/_job-list/jobs/',
    shouldThrow: false,
    select: ({ search, loaderData }) => ({
      search,
      counts: loaderData?.counts,
      loaded: loaderData,
    }),
  });
  const query = list?.loaded && !list.counts ? queryString(countedBy(list.search)) : '';
  const [later, setLater] = useState<{ query: string; counts: JobCounts }>();

  useEffect(() => {
    if (!query) return;
    let current = true;
    if (asked?.query !== query) {
      const search = readJobSearch(parseQuery(query));
      asked = { query, counts: api('GET /api/jobs/counts', { query: search }) };
    }
    asked.counts.then(
      (counts) => current && setLater({ query, counts }),
      (error: unknown) => {
        // Spec: "Messages": a fetch that failed is logged, and no more.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      },
    );
    return () => {
      current = false;
      asked = undefined;
    };
  }, [api, query]);

  return list?.counts ?? (later?.query === query ? later.counts : undefined);
}

/** The order of a list does not change how many there are. */
function countedBy({ sort: _, cursor: __, ...search }: JobSearch & { cursor?: string }) {
  return search;
}
