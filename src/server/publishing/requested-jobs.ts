import type { FastifyRequest } from 'fastify';
import { callInProcess } from '#server/http/api/in-process-api.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import { type JobSearch, parseQuery, readJobSearch, valuesOf } from '#shared/urls/paths.ts';

/** Parses the query parameters of a request in the same way as the pages. */
function parseParameters({ url }: Pick<FastifyRequest, 'url'>) {
  return parseQuery(url.replace(/^[^?]*/, ''));
}

/** The query parameters of a request. If one is repeated, its first value counts. */
export function requestedParameters(request: Pick<FastifyRequest, 'url'>): Record<string, string> {
  const values = Object.entries(parseParameters(request));
  return Object.fromEntries(values.map(([name, value]) => [name, valuesOf(value)[0] ?? '']));
}

type Form = { description: 'html' | 'summary'; limit?: number; sort?: JobSearch['sort'] };

export type RequestedJobs = JobList & {
  search: JobSearch;
  /** The name of the company to which the search is limited; undefined if it is not limited to one company. */
  companyName: string | undefined;
  /** The name of the category to which the search is limited; undefined if there is none. */
  categoryName: string | undefined;
};

/**
 * Reads the jobs that the jobs page would list for this query. Ignores empty and invalid parameters, as that page does.
 * `sort` is the order if the query has none.
 * @throws ProblemError 404 if the cursor is invalid
 */
export async function readRequestedJobs(
  request: FastifyRequest,
  { description, limit, sort }: Form,
): Promise<RequestedJobs> {
  const parameters = requestedParameters(request);
  const search = readJobSearch(parseParameters(request));
  const query = {
    sort,
    ...search,
    description,
    ...(parameters.cursor !== undefined && { cursor: parameters.cursor }),
    ...(limit !== undefined && { limit: String(limit) }),
  };
  const list = await callInProcess(request, 'GET /api/jobs', { query }).catch(refuseAsPage);
  return {
    ...list,
    search,
    companyName: await readCompanyName(request, search, list),
    categoryName: await readCategoryName(request, search),
  };
}

/** Converts a 400 of the API to a 404, because the jobs page responds with 404. */
function refuseAsPage(error: unknown): never {
  throw error instanceof ProblemError && error.status === 400 ? notFound('address') : error;
}

async function readCategoryName(
  request: FastifyRequest,
  { category }: JobSearch,
): Promise<string | undefined> {
  if (category === undefined) return undefined;
  const { results } = await callInProcess(request, 'GET /api/categories', {});
  return results.find(({ slug }) => slug === category)?.name;
}

async function readCompanyName(
  request: FastifyRequest,
  { company: id }: JobSearch,
  { results }: JobList,
): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined;
  if (results[0]) return results[0].company.name;
  try {
    return (await callInProcess(request, 'GET /api/companies/:id', { params: { id } })).name;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}
