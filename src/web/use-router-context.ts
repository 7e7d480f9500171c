import { useRouter } from '@tanstack/react-router';
import type { RouterContext } from './router-context.ts';

/**
 * Returns the context that the router was created with. It does not change after hydration, so this hook does not
 * subscribe to the router, as `useRouteContext` does. A list of jobs would have many subscriptions.
 */
export function useRouterContext(): RouterContext {
  return useRouter().options.context;
}
