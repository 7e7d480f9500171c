import { STATUS_CODES } from 'node:http';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';
import { toProblem } from '../api/problem.ts';
import type { Method, Reply } from './document.ts';

type Refusal = {
  /** When it is given. */
  description: string;
  /** What it may say, made up. */
  detail: string;
  errors?: { path: string; message: string }[];
  headers?: Record<string, string>;
};

/** By status. */
const REFUSALS: Record<number, Refusal> = {
  400: {
    description: 'Something in the request is not as it is described here; `errors` says what.',
    detail: 'title must not be empty.',
    errors: [{ path: 'title', message: 'must not be empty' }],
  },
  401: {
    description: 'There is no valid access token.',
    detail: 'Sign in first.',
    headers: { 'WWW-Authenticate': 'Challenge' },
  },
  403: {
    description: 'The account may not do this.',
    detail: 'Your account may not do this.',
  },
  404: { description: 'There is no such thing.', detail: 'There is no such job.' },
  409: {
    description:
      'It does not fit what there is: an account by this id, a job that is open, or an `Idempotency-Key` that stood for another request or for what was deleted since.',
    detail: 'This job is open.',
  },
  410: { description: 'It is closed, or was deleted.', detail: 'This job is closed.' },
  412: {
    description: 'It was changed since the version that `If-Match` names.',
    detail: 'This was changed meanwhile: look at the newer version first.',
  },
  413: { description: 'The body is too large.', detail: 'Request body is too large' },
  415: {
    description:
      'The body, or the file in it, is of a kind that is not taken, or comes compressed.',
    detail: 'Unsupported Media Type',
  },
  429: {
    description:
      'One address has called too often in this minute, or too many pictures come at once; `Retry-After` says when to go on.',
    detail: 'Too many requests. Try again in a minute.',
    headers: { 'Retry-After': 'RetryAfter' },
  },
  500: {
    description: 'Something went wrong on the board’s side; its log knows more by `requestid`.',
    detail: 'Something went wrong on our side.',
  },
  503: {
    description:
      'The board has more to do than it can, its database or identity provider cannot be reached, or others were faster; `Retry-After` says when to try again.',
    detail: 'The board has more to do than it can. Please try again soon.',
    headers: { 'Retry-After': 'RetryAfter' },
  },
  507: {
    description: 'The board’s disk is full, and nothing was stored.',
    detail: 'The board’s disk is full, and nothing was stored.',
  },
};

/** The name of a status among the components, such as `NotFound`. */
export function refusalName(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
}

/** The statuses that an endpoint may refuse with: its own, and those that all have that are like it. */
export function refusalsOf(method: Method, { access, params, query, errors }: Endpoint): number[] {
  // Of a call that changes something the body is read, whether or not one is asked for.
  const readsBody = method !== 'get';
  const statuses = new Set([...errors, 429, 500, 503]);
  if (params || query || readsBody) statuses.add(400);
  if (access !== 'public') statuses.add(401);
  if (Array.isArray(access)) statuses.add(403);
  if (readsBody) for (const status of [413, 415, 507]) statuses.add(status);
  return [...statuses].sort((one, other) => one - other);
}

/** All of them, to be referred to. */
export function describeRefusals(problem: JsonSchema): Record<string, Reply> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { description, detail, errors, headers }]) => {
      const example = toProblem({
        status: Number(status),
        detail,
        ...(errors && { errors }),
        ...(Number(status) >= 500 && { requestid: '0199a1c4-6e2b-7c55-a1d0-3b8f7e9c2a46' }),
      });
      const reply: Reply = {
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
      return [refusalName(Number(status)), reply];
    }),
  );
}
