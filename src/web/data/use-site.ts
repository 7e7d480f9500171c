import { useRouter } from '@tanstack/react-router';
import type { Site } from '#shared/render-page.ts';

export function useSite(): Site {
  return useRouter().options.context.site;
}
