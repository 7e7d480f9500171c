import type { BoardDatabase } from '#server/db/client.ts';
import { badInput } from '#server/http/api/problem.ts';
import { MAX_MAIL_JOBS } from '#server/mail/outbox.ts';
import { type JobListRow, searchJobs } from '#server/modules/search/search-jobs.ts';
import { jobSearch } from '#shared/contract/jobs.ts';
import { type JobSearch, parseQuery, queryString, readJobSearch } from '#shared/urls/paths.ts';

/** The days whose jobs a new alert shows as an example. */
const DAYS = '7';

type Preview = {
  /** The search with its spelling corrected. An alert stores this one, so that it does not change with the dictionary. */
  search: JobSearch;
  /** The words as typed, if they are corrected. */
  typed: string | undefined;
  /** The newest jobs that the alert would have sent this week. */
  jobs: JobListRow[];
  /** Whether there are more. */
  hasMore: boolean;
};

/** The maximum length of the query string of a search (characters), because mails link to its list. */
const MAX_QUERY = 1_800;

/**
 * Reads the search of an alert from the query string of a page with jobs.
 * @throws ProblemError 400 at `search`
 */
export function readSearch(query: string): JobSearch {
  const { sort, mentions, part, ...rest } = readJobSearch(parseQuery(query));
  const search = { ...rest, ...(part !== 'mention' && { part }) };
  if (!jobSearch.safeParse(search).success) {
    throw badInput([{ path: 'search', message: 'must be the query string of a page with jobs' }]);
  }
  if (queryString(search).length > MAX_QUERY) {
    throw badInput([{ path: 'search', message: 'is too long for an email; use fewer words' }]);
  }
  return search;
}

/** Finds the jobs that an alert would have sent this week, and corrects the spelling of its words as lists do. */
export async function previewSearch(db: BoardDatabase, search: JobSearch): Promise<Preview> {
  const posted = search.posted && Number(search.posted) < Number(DAYS) ? search.posted : DAYS;
  const { rows, correction } = await searchJobs(db, jobSearch.parse({ ...search, posted }), {
    order: 'newest',
    limit: MAX_MAIL_JOBS,
    after: undefined,
    description: 'summary',
    isGrouped: true,
  });
  const corrected = correction?.applied ? correction.q : undefined;
  return {
    search: corrected === undefined ? search : { ...search, q: corrected },
    typed: corrected === undefined ? undefined : search.q,
    jobs: rows.slice(0, MAX_MAIL_JOBS),
    hasMore: rows.length > MAX_MAIL_JOBS,
  };
}
