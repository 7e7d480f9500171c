import { createRouter as createTanStackRouter } from '@tanstack/react-router';
import { parseQuery, queryString } from '#shared/paths.ts';
import type { Site } from '#shared/render-page.ts';
import { LoadFailed } from './features/site/load-failed.tsx';
import { NotFound } from './features/site/not-found.tsx';
import { routeTree } from './route-tree.gen.ts';
import type { RouterContext } from './router-context.ts';
import { createSession } from './session/session.ts';
import { Spinner } from './ui/spinner.tsx';

/** A fast answer must not flash a spinner; one that is shown stays long enough to be seen. */
const SPINNER_DELAY = 400;
const SPINNER_MINIMUM = 300;

/** What a pointer rests on is fetched ahead, and is fresh for as long (ms). */
const PRELOAD_FRESH = 10_000;

/** One router per request on the server, one for the life of the page in the browser. */
export function createRouter({
  nonce,
  setStatus = () => {},
  ...given
}: Pick<RouterContext, 'api' | 'site'> &
  Partial<Pick<RouterContext, 'setStatus'>> & { nonce?: string }) {
  const context: RouterContext = { ...given, setStatus, session: createSession() };
  const router = createTanStackRouter({
    routeTree,
    context,
    parseSearch: parseQuery,
    stringifySearch: queryString,
    ...(nonce !== undefined && { ssr: { nonce } }),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: PRELOAD_FRESH,
    defaultPendingMs: SPINNER_DELAY,
    defaultPendingMinMs: SPINNER_MINIMUM,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: LoadFailed,
    defaultNotFoundComponent: NotFound,
    // The browser learns what the server knows of the site from the page itself.
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
