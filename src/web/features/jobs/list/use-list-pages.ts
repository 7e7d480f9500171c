import { useRouter, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, useLayoutEffect, useState } from 'react';
import { CHUNK_LOAD_FAILED } from '#web/data/lazy-component.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import {
  type ListSource,
  type LoadedPage,
  listOf,
  onPageShown,
  shownPages,
} from './loaded-pages.ts';

/**
 * The pages of a list that are shown together, and listeners of the links that add the page before or after them.
 * @param page the page in the URL
 */
export function useListPages<Page extends LoadedPage>(page: Page, source: ListSource) {
  const router = useRouter();
  const [, setShown] = useState<object>();
  // While another page loads, the list stays as it is.
  const list = useRouterState({
    select: ({ location, resolvedLocation = location }) =>
      [location, resolvedLocation].map(listOf).find((each) => shownPages(each, page).length > 1),
  });
  const shown = shownPages(list, page);
  useLayoutEffect(() => onPageShown.current?.(page));
  const add = (to: 'next' | 'previous') => (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    import('./add-page.ts')
      .then(({ addPage }) =>
        addPage(router, to, { ...source, shown, render: () => setShown({}), link }),
      )
      .catch(() => showToast('error', CHUNK_LOAD_FAILED));
  };
  return { shown, add };
}
