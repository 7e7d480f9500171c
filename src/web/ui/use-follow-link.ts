import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * Returns a listener that follows the clicked link without loading a new document, unless it leads to another site. It serves
 * links that only the server renders.
 */
export function useFollowLink() {
  const router = useRouter();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({
      // As it is written: the router loads a new document for an absolute URL.
      href: link.getAttribute('href') ?? '',
      resetScroll: link.pathname !== router.state.location.pathname,
    });
  };
}
