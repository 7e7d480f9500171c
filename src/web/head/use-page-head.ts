import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Keeps the head what the page is, from when it is another than the server has sent: after going elsewhere, and
 * after what it shows was read anew. What does so is fetched then.
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
      // The head stays behind, and the page is there.
      reportError,
    );
  }, [page, router]);
}
