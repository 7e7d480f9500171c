import { useRouterContext } from '../use-router-context.ts';
import type { Api } from './api.ts';

/** Returns the API client without a session. `useSession().api` calls the API as the signed-in person. */
export function useApi(): Api {
  return useRouterContext().api;
}
