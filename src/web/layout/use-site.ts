import { useRouteContext } from '@tanstack/react-router';
import type { Site } from '#shared/render-page.ts';

export function useSite(): Site {
  return useRouteContext({ from: '__root__', select: ({ site }) => site });
}
