import { type RouterHistory, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

/** The paths of this visit, by their position in the browser's history. A reload begins a new visit. */
const paths: (string | undefined)[] = [];

/** The paths to which links led. The links from a job to the next job of its list replace the path, but not this one. */
const opened: (string | undefined)[] = [];

/** Where those pages were scrolled when they were left (CSS pixels). */
const positions: (number | undefined)[] = [];

/** The path of the page to which Back leads; undefined if the visit began with this page. */
export const pathBefore = ({ location }: Pick<RouterHistory, 'location'>): string | undefined =>
  paths[location.state.__TSR_index - 1];

/**
 * Moves the focus to the heading after a client-side navigation to another path. After Back, moves it to the link that
 * leads to the page that the visitor has left. If only the query changes, the focus stays.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  const { history } = router;
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    let index = 0;
    const record = ({ location }: Pick<RouterHistory, 'location'>) => {
      index = location.state.__TSR_index;
      paths[index] = location.pathname;
    };
    const restore = (
      { state: { __TSR_key } }: RouterHistory['location'],
      position?: number,
      link?: string,
    ) =>
      void import('./restore-scroll.ts').then((module) =>
        module.restoreScroll(router, __TSR_key, position, link),
      );
    record(history);
    // The document was loaded again, and the content of its page is loaded in the browser.
    if (document.querySelector('.spinner')) restore(history.location);
    return history.subscribe(({ action: { type }, location }) => {
      isBack.current = type === 'BACK';
      positions[index] = window.scrollY;
      const link = isBack.current ? opened[index] : undefined;
      record({ location });
      const position = positions[index];
      if (type === 'PUSH') {
        positions.length = index;
        opened[index] = location.pathname;
      } else if (type !== 'REPLACE') restore(location, position, link);
    });
  }, [router, history]);
  useEffect(() => {
    const left = last.current;
    last.current = path;
    if (left === undefined || left === path) return;
    focusHeading(
      isBack.current &&
        document.querySelector<HTMLElement>(`main a[href="${left}"]:not([tabindex="-1"])`),
    );
  }, [path]);
}
