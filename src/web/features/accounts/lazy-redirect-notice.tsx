import { useRouterState } from '@tanstack/react-router';
import { lazyComponent } from '#web/data/lazy-component.tsx';

const RedirectNotice = lazyComponent(
  async () => (await import('./redirect-notice.tsx')).RedirectNotice,
);

/**
 * The notice for people who were redirected home. Only an entry of the browser's history has this state, never a cached
 * page.
 */
export function LazyRedirectNotice() {
  const from = useRouterState({ select: ({ location }) => location.state.from });
  return from && <RedirectNotice {...from} />;
}
