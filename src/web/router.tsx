import { createRouter as createTanStackRouter } from '@tanstack/react-router';
import type { Site } from '#shared/render-page.ts';
import { parseQuery, queryString } from '#shared/urls/paths.ts';
import { apiErrorAdapter } from './api/api-error-adapter.ts';
import { createSession } from './auth/session.ts';
import { columnsAdapter } from './data/columns.ts';
import { NotFound } from './layout/not-found.tsx';
import { RouteError } from './layout/route-error.tsx';
import { routeTree } from './route-tree.gen.ts';
import type { RouterContext } from './router-context.ts';
import { Spinner } from './ui/spinner.tsx';
import { showToast } from './ui/toast/toast.ts';

/**
 * The delay before a slow response shows a spinner, and the minimum time for which a spinner stays, so that it does not
 * flash (ms).
 */
const SPINNER_DELAY = 400;
const MIN_SPINNER_DURATION = 300;

/** How long preloaded data stays fresh (ms). The data of a link is preloaded when the pointer touches the link. */
const PRELOAD_MAX_AGE = 10_000;

/** Creates a router: one per request on the server, and one for the life of the page in the browser. */
export function createRouter({
  nonce,
  setStatus = () => {},
  ...options
}: Pick<RouterContext, 'api' | 'site' | 'today'> &
  Partial<Pick<RouterContext, 'setStatus'>> & { nonce?: string }) {
  const session = createSession({ onError: (message) => showToast('error', message) });
  const context: RouterContext = { ...options, setStatus, session };
  const router = createTanStackRouter({
    routeTree,
    context,
    // `/JOBS` is another path than `/jobs`. Spec: "Pages".
    caseSensitive: true,
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
    // The page contains these values, which the browser reads from it.
    ...(import.meta.env.SSR && {
      dehydrate: () => ({ site: forBrowsers(context.site), today: context.today }),
    }),
    hydrate: (rendered: Pick<RouterContext, 'site' | 'today'>) => {
      router.update({ context: { ...context, ...rendered } });
    },
  });
  // The type of the constructor's options lacks this option.
  router.options.serializationAdapters = [columnsAdapter, apiErrorAdapter];
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}

/** Leaves out what only the server renders. */
const forBrowsers = ({ footer: _, pages: __, look: ___, ...site }: Site): Site => site;
