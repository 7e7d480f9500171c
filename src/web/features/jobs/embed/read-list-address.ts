import { type JobSearch, pages, parseQuery, readJobSearch } from '#shared/urls/paths.ts';

/** The search of the list of jobs with this address; undefined if the address is not that of a list on this board. */
export function readListAddress(address: string, origin: string): JobSearch | undefined {
  const [path, query = ''] = address.trim().replace(origin, '').split(/[?#]/);
  return path === pages.jobs() ? readJobSearch(parseQuery(query)) : undefined;
}
