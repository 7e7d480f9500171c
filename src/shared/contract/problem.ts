import { z } from 'zod';

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('For invalid input: the invalid fields, and why each is invalid.'),
    requestid: z
      .string()
      .optional()
      .describe('For a server error: the id of the request in the server’s log.'),
  })
  .meta({
    id: 'Problem',
    description: 'An error response of the API (RFC 9457), as `application/problem+json`.',
  });

export type Problem = z.infer<typeof problem>;
