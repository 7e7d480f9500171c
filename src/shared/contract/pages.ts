import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { idParamsOf } from './parameters.ts';

const textPage = z
  .object({
    heading: z.string().meta({ example: 'Imprint' }),
    html: z
      .string()
      .describe('Safe HTML; empty if the operator has no text for the page.')
      .meta({ example: '<p>Ada Lovelace, 1 Loom Street, London</p>\n' }),
  })
  .meta({ id: 'TextPage', description: 'A page with a text of the operator.' });

export const pageEndpoints = {
  'GET /api/pages/:id': {
    operationId: 'getPage',
    summary: 'Returns a page: `about`, `privacy`, `contact-us`, `imprint` or `account-deleted`',
    access: 'public',
    params: idParamsOf('imprint'),
    // The server reads the texts when it starts.
    dependsOn: [],
    response: textPage,
    errors: [404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
