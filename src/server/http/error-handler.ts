import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { badInput, ProblemError, toProblem } from './problem.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** What the caller is told of an error; whatever was not meant for the caller becomes a bare 5xx. */
function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return badInput(
      error.validation.map(({ instancePath, message = 'is not valid' }) => {
        const path = instancePath.slice(1).replaceAll('/', '.');
        // Parameters always are an object; what a body holds may be anything, or missing.
        return path ? { path, message } : { path: 'body', message: 'must be a JSON object' };
      }),
    );
  }
  if (isDatabaseUnreachable(error)) {
    return new ProblemError(503, 'The board cannot reach its database. Please try again soon.');
  }
  if (isContended(error)) {
    return new ProblemError(503, 'Others change the same just now. Please try again.');
  }
  const { statusCode = 500, message } = error as Partial<FastifyError>;
  // Fastify's own refusals, such as a body that is too large, are written for the caller.
  if (statusCode >= 400 && statusCode < 500) return new ProblemError(statusCode, message ?? '');
  return new ProblemError(500, 'Something went wrong on our side.');
}

/**
 * How a connection is refused or cut, and 57014: a statement that took too long.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08...|57014|57P0[1-3]|53...|3D000|55000)$/;

/** What `pg` says where the server said nothing. */
const CUT = /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)/;

function isDatabaseUnreachable(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  return UNREACHABLE.test(codeOf(cause)) || CUT.test(cause.message);
}

/** A deadlock, of which PostgreSQL ends one side: nothing has been changed. */
function isContended(error: unknown): boolean {
  return error instanceof DrizzleQueryError && codeOf(error.cause) === '40P01';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What is answered for this error. Logs it where it is the server's. */
export function logProblem(error: unknown, request: FastifyRequest) {
  const { status, message: detail, errors, headers } = toProblemError(error);
  // A refusal that was meant, if of the server, was logged where it was found.
  if (status >= 500 && !(error instanceof ProblemError)) {
    request.log.error({ err: error }, 'request failed');
  }
  const problem = toProblem({
    status,
    detail,
    ...(errors && { errors }),
    ...(status >= 500 && { requestid: request.id }),
  });
  return { status, headers, problem };
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, problem } = logProblem(error, request);
  return (
    reply
      .code(status)
      // Without that, a browser takes a 410 for final: a job that is opened again would stay closed for it.
      // https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
      .headers({ 'cache-control': 'no-store', ...headers })
      .type(PROBLEM_TYPE)
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send(problem)
  );
}

/** Every error of the API leaves as problem+json, without a stack trace or a line of SQL. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
}
