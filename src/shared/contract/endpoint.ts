import type { z } from 'zod';

/**
 * One endpoint of the API: what it takes, what it answers, and the statuses it may refuse with.
 * Endpoints are kept under a key that is their method and path, so that neither is written twice.
 */
export type Endpoint = {
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON */
  body?: z.ZodObject;
  /** The status of success where it is not 200. */
  success?: 201;
  reply: z.ZodType;
  errors: readonly number[];
};

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
