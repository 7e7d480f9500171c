import { useRouteContext } from '@tanstack/react-router';
import type { Api } from './api.ts';

/** The API without a session. `useSession().api` calls it as the signed-in person. */
export function useApi(): Api {
  return useRouteContext({ from: '__root__', select: ({ api }) => api });
}
