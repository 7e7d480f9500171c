import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Updates the head after a navigation or a reload of the page's data. The code for this is loaded when it is first
 * needed.
 */
export function usePageHead(): void {
  const router = useRouter();
  const page = useRouterState({
    select: ({ matches }) =>
      matches.map(({ id, status, updatedAt }) => `${id} ${status} ${updatedAt}`).join(),
  });
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    import('./update-head.ts').then(
      ({ updateHead }) => updateHead(router.state.matches, router.options.context.site),
      // Only report a failure: the page works with an outdated head.
      reportError,
    );
  }, [page, router]);
}
