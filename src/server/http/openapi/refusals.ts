import { STATUS_CODES } from 'node:http';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';
import { toProblem } from '../api/problem.ts';
import type { Method, ResponseObject } from './document.ts';

type Refusal = {
  /** When the server responds with this status. */
  description: string;
  /** An example of the problem's `detail`. */
  detail: string;
  errors?: { path: string; message: string }[];
  headers?: Record<string, string>;
};

/** The error responses by status. */
const REFUSALS: Record<number, Refusal> = {
  400: {
    description: 'The request does not match this description; `errors` lists the mismatches.',
    detail: 'title must not be empty.',
    errors: [{ path: 'title', message: 'must not be empty' }],
  },
  401: {
    description: 'The request has no valid access token.',
    detail: 'Sign in first.',
    headers: { 'WWW-Authenticate': 'Challenge' },
  },
  403: {
    description: 'The account does not have permission.',
    detail: 'Your account may not do this.',
  },
  404: { description: 'The resource does not exist.', detail: 'There is no such job.' },
  409: {
    description:
      'The request conflicts with the current state: the account exists already, the job is open, or the `Idempotency-Key` belongs to a different request or to a deleted resource.',
    detail: 'This job is open.',
  },
  410: { description: 'The resource is closed or deleted.', detail: 'This job is closed.' },
  412: {
    description: 'The resource has changed since the version in `If-Match`.',
    detail: 'This has changed since you read it. Load the current version and try again.',
  },
  413: { description: 'The body is too large.', detail: 'Request body is too large' },
  415: {
    description: 'The body, or the file in it, has an unsupported type or is compressed.',
    detail: 'Unsupported Media Type',
  },
  429: {
    description:
      'The client has exceeded its limit for this minute, or uploads too many images at once; `Retry-After` tells when to try again.',
    detail: 'Too many requests. Try again in a minute.',
    headers: { 'Retry-After': 'RetryAfter' },
  },
  500: {
    description: 'The server failed; its log has the details under `requestid`.',
    detail: 'Something went wrong on our side.',
  },
  503: {
    description:
      'The server is overloaded, its database or identity provider is unavailable, or another request changes the same data; `Retry-After` tells when to try again.',
    detail: 'The server is overloaded. Try again soon.',
    headers: { 'Retry-After': 'RetryAfter' },
  },
  507: {
    description: 'The server’s disk is full. Nothing was stored.',
    detail: 'The server’s disk is full. Nothing was stored. Try again later.',
  },
};

/** The name of the component that describes an error status, such as `NotFound`. */
export function refusalName(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
}

/** The error statuses of an endpoint: those in its contract, and those that all endpoints of its kind share. */
export function refusalsOf(method: Method, { access, params, query, errors }: Endpoint): number[] {
  // The server reads the body of every write, even if the endpoint takes none.
  const readsBody = method !== 'get';
  const statuses = new Set([...errors, 429, 500, 503]);
  if (params || query || readsBody) statuses.add(400);
  if (access !== 'public') statuses.add(401);
  if (Array.isArray(access)) statuses.add(403);
  if (readsBody) for (const status of [413, 415, 507]) statuses.add(status);
  return [...statuses].sort((one, other) => one - other);
}

/** All error responses, as components of the document. */
export function describeRefusals(problem: JsonSchema): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { description, detail, errors, headers }]) => {
      const example = toProblem({
        status: Number(status),
        detail,
        ...(errors && { errors }),
        ...(Number(status) >= 500 && { requestid: '0199a1c4-6e2b-7c55-a1d0-3b8f7e9c2a46' }),
      });
      const response: ResponseObject = {
        description,
        ...(headers && {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, component]) => [
              name,
              { $ref: `#/components/headers/${component}` },
            ]),
          ),
        }),
        content: { 'application/problem+json': { schema: problem, example } },
      };
      return [refusalName(Number(status)), response];
    }),
  );
}
