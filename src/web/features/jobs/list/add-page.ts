import type { useRouter } from '@tanstack/react-router';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { readPage, toPage } from './listed-job.ts';
import { type LoadedPage, listOf, lists, onPageShown } from './loaded-pages.ts';

/** The maximum number of cards that are shown together. After them, another page replaces them. */
const MAX_CARDS = 120;

/** The number of lists whose pages are stored for Back. */
const MAX_LISTS = 10;

type Shown<Page> = {
  search: JobSearch;
  /** The pages that are shown. */
  shown: Page[];
  /** The id of the list. */
  hash: string;
  /** Renders the list again. */
  render: () => void;
};

type Router = ReturnType<typeof useRouter>;

/** Shows the page after or before those that are shown, together with them if there is room. */
export async function addPage<Page extends LoadedPage>(
  router: Router,
  to: 'next' | 'previous',
  { search, shown, hash, render }: Shown<Page>,
): Promise<void> {
  const cursor = shown.at(to === 'next' ? -1 : 0)?.[to];
  const list = listOf(router.latestLocation);
  if (!cursor || !list) return;
  const cards = shown.flatMap(({ results }) => results).length;
  const hasRoom = cards + JOBS_PER_PAGE.default <= MAX_CARDS;
  if (hasRoom && to === 'previous') {
    const page = toPage(await readPage(router.options.context.api, { ...search, cursor }), cursor);
    // The notes on the search are the same for all pages.
    store(list, [{ ...shown[0], ...page, previous: page.previous, offset: page.offset }, ...shown]);
    keepPosition(page);
    return render();
  }
  if (hasRoom) store(list, shown);
  onPageShown.current = (page) => {
    if (page.cursor !== cursor) return;
    delete onPageShown.current;
    focusCard(page.results[0]?.id);
  };
  await router.navigate({
    to: pages.jobs(),
    search: { ...search, cursor },
    // Back leaves a list with all its pages.
    ...(hasRoom ? { replace: true, resetScroll: false, state: { list } } : { hash }),
  });
}

/** Stores the pages that are shown. */
function store(list: string, shown: LoadedPage[]): void {
  lists.delete(list);
  lists.set(list, shown);
  const [oldest = ''] = lists.keys();
  if (lists.size > MAX_LISTS) lists.delete(oldest);
}

/** When a page has been added at the beginning, scrolls so that what is in view stays in its place. */
function keepPosition(added: LoadedPage): void {
  const card = document.querySelector('.job-card');
  const top = card?.getBoundingClientRect().top ?? 0;
  onPageShown.current = () => {
    delete onPageShown.current;
    if (card) scrollBy(0, card.getBoundingClientRect().top - top);
    focusCard(added.results.at(-1)?.id);
  };
}

/** Moves the focus to the card of a job. */
function focusCard(id = ''): void {
  const link = document.querySelector<HTMLElement>(`.go-look[href="${pages.job(id)}"]`);
  link?.focus({ preventScroll: true });
}
