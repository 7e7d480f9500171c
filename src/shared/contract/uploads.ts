import { z } from 'zod';
import { LOGO_BYTES } from '#shared/constants/limits.ts';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';

export const uploadEndpoints = {
  'POST /api/upload': {
    operationId: 'uploadLogo',
    summary:
      'Stores a logo, for site admins: PNG, JPEG, WebP, GIF, AVIF or SVG; the same picture keeps its address',
    access: COMPANY_ADMINS,
    file: { field: 'file', bytes: LOGO_BYTES },
    success: 201,
    response: z
      .object({ url: z.string().describe('Its path on this site.') })
      .meta({ id: 'StoredLogo' }),
    errors: [400, 401, 403, 413, 415, 429],
  },
} satisfies Record<EndpointKey, Endpoint>;
