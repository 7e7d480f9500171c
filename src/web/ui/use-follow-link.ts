import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { parseQuery } from '#shared/urls/paths.ts';

/**
 * Returns a listener that follows the clicked link without loading a new document. It serves links to pages of the board that
 * only the server renders.
 */
export function useFollowLink() {
  const router = useRouter();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.host !== location.host || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = link;
    void router.navigate({
      to: pathname,
      search: parseQuery(search),
      resetScroll: pathname !== router.state.location.pathname,
    });
  };
}
