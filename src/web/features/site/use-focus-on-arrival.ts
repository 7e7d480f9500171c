import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

/** After going to another page inside the application. A change of filters stays put. */
export function useFocusOnArrival(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) focusHeading();
    last.current = path;
  }, [path]);
}
