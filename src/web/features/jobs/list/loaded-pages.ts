import type { ParsedLocation } from '@tanstack/react-router';
import type { JobList } from '#shared/contract/job-responses.ts';
import type { toPage } from './listed-job.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list whose pages an entry of the history shows: the key of the entry with its first page. */
    list?: string;
  }
}

/** A page of a list of jobs, without its notes. */
export type LoadedPage = ReturnType<typeof toPage>;

export type ListSource = {
  /** The query parameters of the list, without the cursor. */
  search: Record<string, string | string[] | undefined>;
  /** Reads a page of the list. */
  read: (cursor: string) => Promise<JobList>;
  /** The id of the element at the top of the list. */
  hash: string;
};

/** The pages that were shown together in this visit, by their list. A reload begins a new visit. */
export const lists = new Map<string, LoadedPage[]>();

/** What to do when another page is shown. */
export const onPageShown: { current?: (page: LoadedPage) => void } = {};

/** The list to which an entry of the history belongs, if the entry is that of a list. */
export const listOf = ({ state }: Pick<ParsedLocation, 'state'>) => state.list ?? state.__TSR_key;

/** The pages that are shown together: those before the page in the URL, and that page. */
export function shownPages<Page extends LoadedPage>(list: string | undefined, page: Page): Page[] {
  // A list only contains pages with the same data.
  const known = (lists.get(list ?? '') ?? []) as Page[];
  const at = known.findIndex(({ cursor }) => cursor === page.cursor);
  if (at >= 0) return [...known.slice(0, at), page];
  return page.cursor && known.at(-1)?.next === page.cursor ? [...known, page] : [page];
}
