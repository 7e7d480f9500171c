import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

/** The path of the page that was shown before this one; undefined if this is the first page of the visit. */
export let previousPath: string | undefined;

/**
 * Moves the focus to the heading after a client-side navigation to another path. After Back, moves it to the link that
 * leads to the page that the visitor has left. If only the query changes, the focus stays.
 */
export function useFocusOnNavigation(): void {
  const { history } = useRouter();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  const isBack = useRef(false);
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        isBack.current = action.type === 'BACK';
      }),
    [history],
  );
  useEffect(() => {
    const left = last.current;
    last.current = path;
    if (left === undefined || left === path) return;
    previousPath = left;
    focusHeading(
      isBack.current &&
        document.querySelector<HTMLElement>(`main a[href="${left}"]:not([tabindex="-1"])`),
    );
  }, [path]);
}
