import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After going to another page inside the application, moves the focus to its heading: a screen
 * reader says where one is, and the next Tab goes on from there. A change of filters stays put.
 */
export function useFocusOnArrival(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) {
      const main = document.querySelector('main');
      const heading = main?.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      (heading ?? main)?.focus({ preventScroll: true });
    }
    last.current = path;
  }, [path]);
}
