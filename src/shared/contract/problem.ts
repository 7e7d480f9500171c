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
      .describe('For bad input: which part is wrong, and how.'),
    requestid: z
      .string()
      .optional()
      .describe('For a failure of the server: the request, as its log names it.'),
  })
  .meta({
    id: 'Problem',
    description: 'Every refusal and failure of the API: RFC 9457, `application/problem+json`.',
  });

export type Problem = z.infer<typeof problem>;
