import { STATUS_CODES } from 'node:http';
import type { Problem } from '#shared/contract/problem.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

type Particulars = {
  errors?: Problem['errors'];
  headers?: Record<string, string>;
  reason?: string;
};

/** A refusal that is meant for the caller: the error handler sends it as it stands. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly errors: Problem['errors'];
  readonly headers: Record<string, string>;
  /** For the log alone, in words of ours: what kind of refusal this is. */
  readonly reason: string | undefined;

  constructor(status: number, detail: string, { errors, headers = {}, reason }: Particulars = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.reason = reason;
  }
}

/** `reason` is for the log: what the caller lacks. */
export function forbidden(reason: 'role' | 'company' | 'account'): ProblemError {
  return new ProblemError(403, 'Your account may not do this.', { reason });
}

export function notFound(thing: string): ProblemError {
  return new ProblemError(404, `There is no such ${thing}.`);
}

/** There was such a thing, and there is none any more. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11 */
export function gone(thing: string): ProblemError {
  return new ProblemError(410, `This ${thing} is closed.`);
}

/** It cannot be answered now, but in some seconds. https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 */
export function later(detail: string, seconds: number): ProblemError {
  return new ProblemError(503, detail, { headers: { 'retry-after': String(seconds) } });
}

/** What a repeated request has created before was deleted since. */
export function goneAgain(): ProblemError {
  return new ProblemError(409, 'What was created by this was deleted since.');
}

export function badInput(errors: NonNullable<Problem['errors']>, status = 400): ProblemError {
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new ProblemError(status, `${detail}.`, { errors });
}

/** The id in a body, where it is sent, is the one in the address. @throws ProblemError 400 */
export function requireSameId(body: { id?: string | undefined }, id: string): void {
  if (body.id !== undefined && body.id !== id) {
    throw badInput([{ path: 'id', message: 'must be the id that the address names' }]);
  }
}

export function toProblem({
  status,
  detail,
  errors,
  requestid,
}: {
  status: number;
  detail: string;
  errors?: Problem['errors'];
  requestid?: string;
}): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors && { errors }),
    ...(requestid && { requestid }),
  };
}
