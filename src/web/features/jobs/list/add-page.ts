import type { useRouter } from '@tanstack/react-router';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { pages } from '#shared/urls/paths.ts';
import { toPage } from './listed-job.ts';
import { type ListSource, type LoadedPage, listOf, lists, onPageShown } from './loaded-pages.ts';

/** The maximum number of cards that are shown together. After them, another page replaces them. */
const MAX_CARDS = 120;

/** The number of lists whose pages are stored for Back. */
const MAX_LISTS = 10;

type ShownList<Page> = ListSource & {
  /** The pages that are shown. */
  shown: Page[];
  /** Renders the list again. */
  render: () => void;
};

type Router = ReturnType<typeof useRouter>;

/**
 * Shows the page after or before those that are shown, together with them if there is room. Reads the page first, so that
 * the list stays as it is meanwhile, and after a failure.
 */
export async function addPage<Page extends LoadedPage>(
  router: Router,
  to: 'next' | 'previous',
  { link, ...list }: ShownList<Page> & { link: HTMLElement },
): Promise<void> {
  link.ariaBusy = 'true';
  try {
    await (to === 'next' ? append(router, list) : prepend(router, list));
  } finally {
    link.ariaBusy = null;
  }
}

const hasRoom = (shown: LoadedPage[]) =>
  shown.flatMap(({ results }) => results).length + JOBS_PER_PAGE.default <= MAX_CARDS;

async function append<Page extends LoadedPage>(
  router: Router,
  { search, shown, hash }: ShownList<Page>,
): Promise<void> {
  const cursor = shown.at(-1)?.next;
  const list = listOf(router.latestLocation);
  if (!cursor || !list) return;
  const page = { to: router.latestLocation.pathname, search: { ...search, cursor } };
  const matches = await router.preloadRoute(page);
  if (!matches || matches.some(({ status }) => status === 'error'))
    throw new Error('The next page of the list could not be loaded.');
  // The visitor may have left the list meanwhile.
  if (listOf(router.latestLocation) !== list) return;
  if (hasRoom(shown)) store(list, shown);
  onPageShown.current = ({ cursor: shownCursor, results }) => {
    delete onPageShown.current;
    if (shownCursor === cursor) focusCard(results[0]?.id);
  };
  await router.navigate({
    ...page,
    // Back leaves a list with all its pages.
    ...(hasRoom(shown) ? { replace: true, resetScroll: false, state: { list } } : { hash }),
  });
}

async function prepend<Page extends LoadedPage>(
  router: Router,
  { search, read, shown, hash, render }: ShownList<Page>,
): Promise<void> {
  const cursor = shown[0]?.previous;
  const list = listOf(router.latestLocation);
  if (!cursor || !list) return;
  if (!hasRoom(shown)) {
    await router.navigate({
      to: router.latestLocation.pathname,
      search: { ...search, cursor },
      hash,
    });
    return;
  }
  const page = toPage(await read(cursor), cursor);
  if (listOf(router.latestLocation) !== list) return;
  // The notes on the search are the same for all pages.
  store(list, [{ ...shown[0], ...page, previous: page.previous, offset: page.offset }, ...shown]);
  keepPosition(page);
  render();
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
