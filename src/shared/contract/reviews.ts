import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, idParamsOf } from './parameters.ts';

const review = z
  .object({
    ahead: count.describe('How many requests and jobs were submitted earlier and still wait.'),
    took: z
      .array(z.int().nonnegative())
      .describe('How long the latest reviews took, at most five, the latest first (seconds).')
      .meta({ example: [7_200, 93_600, 10_800] }),
  })
  .meta({ id: 'Review', description: 'The place of a request or job in the review queue.' });

export const reviewEndpoints = {
  'GET /api/reviews/:id': {
    operationId: 'getReview',
    summary:
      'Returns the place in the review queue of a claim of the caller, or of an unpublished job of their company, and how long the latest reviews took',
    access: 'authenticated',
    params: idParamsOf('0199d2e6-4b70-7f35-9c18-6a0e3d5b8f42'),
    response: review,
    errors: [401, 404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
