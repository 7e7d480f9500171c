import { useRouterState } from '@tanstack/react-router';
import { lazyComponent } from '#web/data/lazy-component.tsx';

const RedirectNotice = lazyComponent(
  async () => (await import('./redirect-notice.tsx')).RedirectNotice,
);

/**
 * The notice for people who were redirected home. The page from which they were redirected is in the state of the
 * browser's history entry, so no cached page contains the notice.
 */
export function LazyRedirectNotice() {
  const from = useRouterState({ select: ({ location }) => location.state.from });
  return from && <RedirectNotice {...from} />;
}
