import { flushSync } from 'react-dom';
import type { JobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { focusCard, type LoadedPage, readPage, storePages, toPage } from './loaded-pages.ts';

type Prepended<Page> = {
  list: string;
  search: JobSearch;
  /** The pages that are shown, which begin with a later page than the first of the list. */
  shown: Page[];
  /** Renders the list again. */
  render: () => void;
};

/** Adds the page before those that are shown. What is in view stays in its place. */
export async function prependPage<Page extends LoadedPage>(
  api: Api,
  { list, search, shown, render }: Prepended<Page>,
): Promise<void> {
  const [first] = shown;
  if (!first?.previous) return;
  const { previous: cursor } = first;
  const page = toPage(await readPage(api, { ...search, cursor }), cursor);
  // The notes on the search are the same for all pages.
  storePages(list, [{ ...first, ...page, previous: page.previous, offset: page.offset }, ...shown]);
  const card = document.querySelector('.job-card');
  const top = card?.getBoundingClientRect().top ?? 0;
  flushSync(render);
  if (card) scrollBy(0, card.getBoundingClientRect().top - top);
  focusCard(page.results.at(-1)?.id);
}
