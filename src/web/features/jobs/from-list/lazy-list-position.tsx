import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL path of the page of a list from which a job was opened. */
    listPage?: string | undefined;
  }
}

/** This component is in a separate chunk, because a job opened by a search engine or a shared link has no list. */
export const ListPosition = lazyComponent(
  async () => (await import('./list-position.tsx')).ListPosition,
);

/**
 * The URL path of the page of a list from which the job was opened. It is in the state of the history, and in a new tab in
 * the fragment, such as `#/jobs?q=designer`. Undefined during hydration, because the server knows neither.
 */
export function useListPage(): string | undefined {
  const listPage = useRouterState({
    select: ({ location, resolvedLocation = location }) => {
      const [, fragment] = resolvedLocation.href.split('#/');
      return resolvedLocation.state.listPage ?? (fragment && `/${fragment}`);
    },
  });
  return useSyncExternalStore(
    neverChanges,
    () => listPage,
    () => undefined,
  );
}

const neverChanges = () => () => {};
