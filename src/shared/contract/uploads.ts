import { z } from 'zod';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';

export const uploadEndpoints = {
  'POST /api/upload': {
    operationId: 'uploadLogo',
    summary:
      'Stores a logo for an owner of a company or a site admin: PNG, JPEG, WebP, GIF, AVIF or SVG. The same image always gets the same path',
    access: JOB_ADMINS,
    file: { field: 'file', bytes: MAX_LOGO_BYTES },
    success: 201,
    response: z
      .object({
        url: z.string().describe('The logo’s path on this site.').meta({
          example: '/uploads/8d5f0c2b7e41a6930c8e4f5d1b2a79631d0e8f4c5b6a7982e1f3d4c5b6a79801.webp',
        }),
      })
      .meta({ id: 'StoredLogo' }),
    errors: [400, 401, 403, 413, 415, 429],
  },
} satisfies Record<EndpointKey, Endpoint>;
