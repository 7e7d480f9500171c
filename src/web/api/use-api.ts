import { useRouteContext } from '@tanstack/react-router';
import type { Api } from './api.ts';

/** Returns the API client without a session. `useSession().api` calls the API as the signed-in person. */
export function useApi(): Api {
  return useRouteContext({ from: '__root__', select: ({ api }) => api });
}
