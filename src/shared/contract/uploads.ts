import { z } from 'zod';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';

export const uploadEndpoints = {
  'POST /api/upload': {
    operationId: 'uploadLogo',
    summary:
      'Stores a logo: PNG, JPEG, WebP, GIF, AVIF or SVG. The same image always gets the same path',
    access: COMPANY_ADMINS,
    file: { field: 'file', bytes: MAX_LOGO_BYTES },
    success: 201,
    response: z
      .object({ url: z.string().describe('The logo’s path on this site.') })
      .meta({ id: 'StoredLogo' }),
    errors: [400, 401, 403, 413, 415, 429],
  },
} satisfies Record<EndpointKey, Endpoint>;
