import { parseQuery, readJobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError } from '#web/api/errors.ts';
import { countPostings, readCompanyJobs, readPage, toPage } from '../list/listed-job.ts';

type ListPage = ReturnType<typeof toPage>;

/** A job of a list. */
export type Neighbor = {
  id: string;
  title: string;
  company: string;
  /** Its position in the whole list, from 1. */
  position: number;
  /** The URL path of the page of the list that contains it. */
  listPage: string;
};

/** Where a job is in its list. */
export type FoundJob = {
  position: number;
  /** The number of jobs in the list, exact up to `MAX_EXACT_COUNT`; undefined if it is unknown. */
  total: number | undefined;
  previous: Neighbor | undefined;
  next: Neighbor | undefined;
};

/** The pages that were read last, by their URL path, so that the next job needs no request. */
const known = new Map<string, Promise<ListPage | undefined>>();

const MAX_KNOWN = 6;

/**
 * Finds a job in the list from which it was opened.
 * @param path the URL path of the page of the list. In a new tab, it is a part of the URL, so it may be any text.
 * @returns undefined if there is no such list, or if the job is no longer in it
 */
export async function findInList(
  api: Api,
  id: string,
  path: string,
): Promise<FoundJob | undefined> {
  try {
    const cached = known.get(path);
    const found = findInPage(api, id, path, await (cached ?? read(api, path)));
    // The list may have changed since its page was read.
    if (found || !cached) return await found;
    return await findInPage(api, id, path, await read(api, path));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return;
    throw error;
  }
}

function findInPage(api: Api, id: string, path: string, page: ListPage | undefined) {
  const index = page?.results.findIndex((job) =>
    [job, ...(job.also?.results ?? [])].some((posting) => posting.id === id),
  );
  if (!page || index === undefined || index < 0) return;
  return around(api, path, page, index);
}

async function around(api: Api, path: string, page: ListPage, index: number): Promise<FoundJob> {
  const [previous, next] = await Promise.all([
    index > 0 ? neighbor(path, page, index - 1) : readBeyond(api, path, page.previous, -1),
    index < page.results.length - 1
      ? neighbor(path, page, index + 1)
      : readBeyond(api, path, page.next, 0),
  ]);
  return { position: positionOf(page, index), total: page.total, previous, next };
}

/** Reads the first or last job of the page after or before a page. */
async function readBeyond(api: Api, path: string, cursor: string | undefined, index: 0 | -1) {
  if (!cursor) return;
  const url = new URL(path, location.origin);
  url.searchParams.set('cursor', cursor);
  const beyond = url.pathname + url.search;
  const page = await (known.get(beyond) ?? read(api, beyond));
  return page && neighbor(beyond, page, index < 0 ? page.results.length - 1 : index);
}

function neighbor(listPage: string, page: ListPage, index: number): Neighbor | undefined {
  const job = page.results[index];
  if (!job) return;
  const { id, title, company } = job;
  return { id, title, company: company.name, position: positionOf(page, index), listPage };
}

/** The position of a job in the whole list, from 1. If a card groups several postings, each of them counts. */
const positionOf = ({ offset = 0, results }: ListPage, index: number) =>
  offset + countPostings(results.slice(0, index)) + 1;

/** Reads a page of a list, once for both places that show it. */
function read(api: Api, path: string): Promise<ListPage | undefined> {
  if (known.size >= MAX_KNOWN) known.clear();
  const page = readListPage(api, path);
  known.set(path, page);
  page.catch(() => known.delete(path));
  return page;
}

/** Reads a page of the list of jobs or of the jobs of a company. Returns undefined if the path leads to another page. */
async function readListPage(api: Api, path: string): Promise<ListPage | undefined> {
  const [, name, id, query = ''] =
    /^\/(jobs|companies)(?:\/([-\w]+))?(?:\?(.*))?$/.exec(path) ?? [];
  const { cursor, ...search } = parseQuery(query) as { cursor?: string; q?: string };
  if (!name || (name === 'companies') !== (id !== undefined)) return;
  const list = id
    ? await readCompanyJobs(api, id, { q: search.q, cursor })
    : await readPage(api, { ...readJobSearch(search), cursor });
  return toPage(list, cursor);
}
