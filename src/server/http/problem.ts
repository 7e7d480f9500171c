import { STATUS_CODES } from 'node:http';
import type { Problem } from '#shared/contract/problem.ts';

/** A refusal that is meant for the caller: the error handler sends it as it stands. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly errors: Problem['errors'];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    { errors, headers = {} }: { errors?: Problem['errors']; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function forbidden(): ProblemError {
  return new ProblemError(403, 'Your account may not do this.');
}

export function notFound(thing: string): ProblemError {
  return new ProblemError(404, `There is no such ${thing}.`);
}

/** There was such a thing, and there is none any more. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11 */
export function gone(thing: string): ProblemError {
  return new ProblemError(410, `This ${thing} is closed.`);
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
