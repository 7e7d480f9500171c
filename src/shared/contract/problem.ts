import { z } from 'zod';

/** Every refusal and failure of the API. RFC 9457, `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** For bad input: which part is wrong, and how. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For a failure of the server: the request, as its log names it. */
  requestid: z.string().optional(),
});

export type Problem = z.infer<typeof problem>;
