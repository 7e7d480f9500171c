import { useMatch, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { JobCounts } from '#shared/contract/job-responses.ts';
import { type JobSearch, parseQuery, queryString, readJobSearch } from '#shared/urls/paths.ts';

/** Single-flight: the request in progress. The filters and the list share it. */
let pending: { query: string; counts: Promise<JobCounts> } | undefined;

/** The number of jobs of the displayed search. If the list came without counts, they are fetched separately. */
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
  const query = list?.loaded && !list.counts ? queryString(countQuery(list.search)) : '';
  const [fetched, setFetched] = useState<{ query: string; counts: JobCounts }>();

  useEffect(() => {
    if (!query) return;
    let isCurrent = true;
    if (pending?.query !== query) {
      const search = readJobSearch(parseQuery(query));
      pending = { query, counts: api('GET /api/jobs/counts', { query: search }) };
    }
    pending.counts.then(
      (counts) => isCurrent && setFetched({ query, counts }),
      (error: unknown) => {
        // Spec: "Messages": a failed fetch is only logged.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      },
    );
    return () => {
      isCurrent = false;
      pending = undefined;
    };
  }, [api, query]);

  return list?.counts ?? (fetched?.query === query ? fetched.counts : undefined);
}

/** The search without its order and cursor, which do not affect the counts. */
function countQuery({ sort: _, cursor: __, ...search }: JobSearch & { cursor?: string }) {
  return search;
}
