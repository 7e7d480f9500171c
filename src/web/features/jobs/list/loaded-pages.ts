import type { ParsedLocation } from '@tanstack/react-router';
import { pages } from '#shared/urls/paths.ts';
import type { toPage } from './listed-job.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list whose pages an entry of the history shows: the key of the entry with its first page. */
    list?: string;
  }
}

/** A page of a list of jobs, without its notes. */
export type LoadedPage = ReturnType<typeof toPage>;

/** The pages that were shown together in this visit, by their list. A reload begins a new visit. */
export const lists = new Map<string, LoadedPage[]>();

/** What to do when another page is shown. */
export const onPageShown: { current?: (page: LoadedPage) => void } = {};

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
