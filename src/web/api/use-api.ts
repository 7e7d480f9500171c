import { useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';

/**
 * Returns the API client without a session. `useSession().api` calls the API as the signed-in person.
 *
 * The options of the router are constant after hydration. Unlike `useRouteContext`, they need no subscription, of which
 * a list of jobs would have many.
 */
export function useApi(): Api {
  return useRouter().options.context.api;
}
