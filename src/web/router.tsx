import { createRouter as createTanStackRouter } from '@tanstack/react-router';
import type { Site } from '#shared/render-page.ts';
import { parseQuery, queryString } from '#shared/urls/paths.ts';
import { createSession } from './auth/session.ts';
import { NotFound } from './layout/not-found.tsx';
import { RouteError } from './layout/route-error.tsx';
import { routeTree } from './route-tree.gen.ts';
import type { RouterContext } from './router-context.ts';
import { Spinner } from './ui/spinner.tsx';
import { showToast } from './ui/toast/toast.ts';

/** A fast response shows no spinner. A visible spinner stays long enough not to flash (ms). */
const SPINNER_DELAY = 400;
const MIN_SPINNER_DURATION = 300;

/** How long data stays fresh that was preloaded when the pointer touched its link (ms). */
const PRELOAD_MAX_AGE = 10_000;

/** One router per request on the server, one for the life of the page in the browser. */
export function createRouter({
  nonce,
  setStatus = () => {},
  ...options
}: Pick<RouterContext, 'api' | 'site'> &
  Partial<Pick<RouterContext, 'setStatus'>> & { nonce?: string }) {
  const session = createSession({ onError: (message) => showToast('error', message) });
  const context: RouterContext = { ...options, setStatus, session };
  const router = createTanStackRouter({
    routeTree,
    context,
    parseSearch: parseQuery,
    stringifySearch: queryString,
    ...(nonce !== undefined && { ssr: { nonce } }),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: PRELOAD_MAX_AGE,
    defaultPendingMs: SPINNER_DELAY,
    defaultPendingMinMs: MIN_SPINNER_DURATION,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    // The page carries the site's data from the server to the browser.
    dehydrate: () => ({ site: context.site }),
    hydrate: ({ site }: { site: Site }) => {
      router.update({ context: { ...context, site } });
    },
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
