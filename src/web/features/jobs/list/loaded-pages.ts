import type { ParsedLocation } from '@tanstack/react-router';
import type { JobList } from '#shared/contract/job-responses.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { listed, onPage } from './listed-job.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list whose pages an entry of the history shows: the key of the entry with its first page. */
    list?: string;
  }
}

/** A page of a list of jobs, without its notes. */
export type LoadedPage = ReturnType<typeof toPage>;

/** The maximum number of cards that are shown together. After them, the next page replaces them. */
const MAX_CARDS = 120;

/** The number of lists whose pages are stored for Back. */
const MAX_LISTS = 10;

/** The pages that were shown together in this visit, by their list. A reload begins a new visit. */
const lists = new Map<string, { cursor?: string | undefined; next?: string | undefined }[]>();

/** The page that the visitor has asked for, whose first job gets the focus. */
export const awaited: { cursor?: string | undefined } = {};

export function readPage(api: Api, search: JobSearch & { cursor?: string | undefined }) {
  const form = { description: 'summary', group: 'true', counts: 'true' } as const;
  return api('GET /api/jobs', { query: { ...onPage(search), ...form } });
}

export function toPage(list: JobList, cursor: string | undefined) {
  return { ...list, results: list.results.map(listed), cursor };
}

/** The list to which an entry of the history belongs; undefined if the entry is of another page. */
export function listOf({ pathname, state }: Pick<ParsedLocation, 'pathname' | 'state'>) {
  return pathname === pages.jobs() ? (state.list ?? state.__TSR_key) : undefined;
}

/** The pages that are shown together: those before the page in the URL, and that page. */
export function shownPages<Page extends LoadedPage>(list: string | undefined, page: Page): Page[] {
  // A list only contains pages with the same data.
  const known = (lists.get(list ?? '') ?? []) as Page[];
  const at = known.findIndex(({ cursor }) => cursor === page.cursor);
  if (at >= 0) return [...known.slice(0, at), page];
  return page.cursor && known.at(-1)?.next === page.cursor ? [...known, page] : [page];
}

/** Stores the pages that are shown. */
export function storePages(list: string, shown: LoadedPage[]): void {
  lists.delete(list);
  lists.set(list, shown);
  const [oldest = ''] = lists.keys();
  if (lists.size > MAX_LISTS) lists.delete(oldest);
}

/** Whether one more page may be shown together with these jobs. */
export function hasRoom(jobs: unknown[]): boolean {
  return jobs.length + JOBS_PER_PAGE.default <= MAX_CARDS;
}

/** Moves the focus to the card of a job. */
export function focusCard(id: string | undefined): void {
  const link = document.querySelector<HTMLElement>(`.go-look[href="${pages.job(id ?? '')}"]`);
  link?.focus({ preventScroll: true });
}
