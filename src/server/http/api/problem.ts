import { STATUS_CODES } from 'node:http';
import type { Problem } from '#shared/contract/problem.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

type ProblemOptions = {
  errors?: Problem['errors'];
  headers?: Record<string, string>;
  reason?: string;
};

/** The reason in the log for the refusal of a person whom a site admin has blocked. */
export const ACCOUNT_BLOCKED = 'account blocked';

/** An error whose message is public. The error handler sends it to the client unchanged. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly errors: Problem['errors'];
  readonly headers: Record<string, string>;
  /** Why the request is refused, for the log only. Never contains input from the request. */
  readonly reason: string | undefined;

  constructor(
    status: number,
    detail: string,
    { errors, headers = {}, reason }: ProblemOptions = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.reason = reason;
  }
}

/**
 * The problem of a caller without permission.
 * @param reason what the caller lacks, for the log
 */
export function forbidden(reason: 'role' | 'company' | 'account'): ProblemError {
  return new ProblemError(403, 'Your account may not do this.', { reason });
}

export function notFound(resource: string): ProblemError {
  return new ProblemError(404, `There is no such ${resource}.`);
}

/** The resource existed, but is no longer available. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11 */
export function gone(resource: string): ProblemError {
  return new ProblemError(410, `This ${resource} is closed.`);
}

/** The problem of a deletion that the API can no longer undo. */
export function deletedLongAgo(resource: string): ProblemError {
  return new ProblemError(
    410,
    `This ${resource} was deleted more than an hour ago. Ask an operator to restore it from the audit trail.`,
  );
}

/**
 * The problem of a temporary failure. The client may retry after some seconds.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4
 */
export function later(detail: string, seconds: number): ProblemError {
  return new ProblemError(503, detail, { headers: { 'retry-after': String(seconds) } });
}

/** The problem of a repeated request whose `Idempotency-Key` has created a resource that has since been deleted. */
export function createdThenDeleted(): ProblemError {
  return new ProblemError(
    409,
    'The resource that this request created has been deleted. Use a new Idempotency-Key.',
  );
}

export function badInput(errors: NonNullable<Problem['errors']>, status = 400): ProblemError {
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new ProblemError(status, `${detail}.`, { errors });
}

/** Checks that the id in the body, if any, matches the id in the URL. @throws ProblemError 400 */
export function requireSameId(body: { id?: string | undefined }, id: string): void {
  if (body.id !== undefined && body.id !== id) {
    throw badInput([{ path: 'id', message: 'must match the id in the URL' }]);
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
