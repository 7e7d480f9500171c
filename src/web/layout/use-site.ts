import type { Site } from '#shared/render-page.ts';
import { useRouterContext } from '../use-router-context.ts';

export function useSite(): Site {
  return useRouterContext().site;
}
