import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

/**
 * Moves the focus to the heading after a client-side navigation to another path. If only the query changes, the focus
 * stays.
 */
export function useFocusOnNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) focusHeading();
    last.current = path;
  }, [path]);
}
