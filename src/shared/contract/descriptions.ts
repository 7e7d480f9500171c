import { z } from 'zod';
import { DESCRIPTION_LENGTH } from '#shared/constants/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { words } from './parameters.ts';

export const descriptionEndpoints = {
  'POST /api/descriptions/preview': {
    summary: 'Shows what a description in Markdown will look like, for who may write one',
    body: z.object({ description: words(DESCRIPTION_LENGTH) }),
    /** Safe to put into a page. */
    reply: z.object({ html: z.string() }),
    errors: [400, 401, 403],
  },
} satisfies Record<EndpointKey, Endpoint>;
