import type { JobList, JobListItem } from '#shared/contract/job-responses.ts';
import { COMPANY_PAGE_JOBS } from '#shared/limits.ts';
import type { Cursor, JobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';

/** Removes the facts that cards do not show, because a page contains its list a second time, as data for hydration. */
export function listed({ places, companyid: _companyid, ...shown }: JobListItem) {
  return { ...shown, places: { length: places.length } };
}

/** The parameters that the search fields and the line above the list show. */
export const IN_FIELDS: readonly string[] = ['q', 'location', 'part', 'sort'];

/** The labels of the parts after the first, which are also their headings. */
export const PART_LABELS: Record<string, string> = {
  remote: 'Remote elsewhere',
  mention: 'Other mentions',
};

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

/** Reads a page of a list. */
export function readPage(api: Api, search: JobSearch & { cursor?: string | undefined }) {
  const form = { description: 'summary', group: 'true', counts: 'true' } as const;
  return api('GET /api/jobs', { query: { ...onPage(search), ...form } });
}

/** Reads a page of the open jobs of a company. */
export function readCompanyJobs(
  api: Api,
  company: string,
  page: Cursor & { q?: string | undefined },
) {
  const form = { description: 'summary', group: 'true', mentions: 'true' } as const;
  return api('GET /api/jobs', {
    query: { ...page, company, limit: String(COMPANY_PAGE_JOBS), ...form },
  });
}

/** Reads a page of the open jobs of a category. */
export function readCategoryJobs(api: Api, category: string, page: Cursor) {
  const form = { description: 'summary', group: 'true' } as const;
  return api('GET /api/jobs', { query: { ...page, category, ...form } });
}

export function toPage(list: JobList, cursor: string | undefined) {
  return { ...list, results: list.results.map(listed), cursor };
}
