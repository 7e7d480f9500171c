import { z } from 'zod';
import { LOGO_BYTES } from '#shared/constants/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';

export const uploadEndpoints = {
  'POST /api/upload': {
    summary:
      'Stores a logo, for site admins: PNG, JPEG, WebP, GIF, AVIF or SVG; the same picture keeps its address',
    file: { field: 'file', bytes: LOGO_BYTES },
    success: 201,
    /** Its path on this site. */
    reply: z.object({ url: z.string() }),
    errors: [400, 401, 403, 413, 415, 429],
  },
} satisfies Record<EndpointKey, Endpoint>;
