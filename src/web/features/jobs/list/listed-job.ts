import type { JobListItem } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';

/** Removes the facts that cards do not show, because a page contains its list a second time, as data for hydration. */
export function listed({ places, companyid: _companyid, ...shown }: JobListItem) {
  return { ...shown, places: { length: places.length } };
}

/** The data of a job that a card shows. */
export type ListedJob = ReturnType<typeof listed>;

/**
 * The number of jobs in a list of cards. If a card groups the postings of one job at several places, each posting
 * counts.
 */
export function countPostings(jobs: ListedJob[]): number {
  return jobs.reduce((sum, { also }) => sum + 1 + (also?.total ?? 0), 0);
}

/**
 * The list that was shown last. It is not in the module of a route, because the build puts the parts of a route into several
 * chunks, and all of them need this object.
 */
export const lastList: { jobs: ListedJob[] } = { jobs: [] };

/** The search as the page runs it: jobs that only mention the words are listed if few others match. */
export const onPage = <Search extends JobSearch>(search: Search) => ({
  mentions: 'few' as const,
  ...search,
});
