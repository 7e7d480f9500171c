import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { databaseCode, isDatabaseUnreachable } from '#server/db/database-errors.ts';
import { isRolledBack } from '#server/db/transactions.ts';
import { ServiceUnavailableError } from '#server/platform/errors.ts';
import { apiDescription } from '#shared/outside-paths.ts';
import { failedPage } from '../pages/failed-page.ts';
import type { PageLook } from '../pages/plain-page.ts';
import { addLogContext } from '../plugins/request-log.ts';
import { badInput, later, PROBLEM_TYPE, ProblemError, toProblem } from './problem.ts';

/** A statement that ran into its timeout. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const QUERY_CANCELED = '57014';

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
  if (isDiskFull(error)) {
    return new ProblemError(507, 'The board’s disk is full, and nothing was stored.');
  }
  if (error instanceof ServiceUnavailableError) {
    return later(error.publicMessage, 5);
  }
  if (databaseCode(error) === QUERY_CANCELED) {
    return later('This search takes too long. Try fewer or other words.', 5);
  }
  if (isDatabaseUnreachable(error)) {
    return later('The board cannot reach its database. Please try again soon.', 5);
  }
  if (isContended(error)) {
    return later('Others change the same just now. Please try again.', 1);
  }
  const { statusCode = 500, code, message } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_HANDLER_TIMEOUT') {
    return later('This took too long. Please try again soon.', 5);
  }
  // Fastify's own refusals, such as a body that is too large, are written for the caller.
  if (statusCode >= 400 && statusCode < 500) return new ProblemError(statusCode, message ?? '');
  return new ProblemError(500, 'Something went wrong on our side.');
}

/**
 * PostgreSQL's, or that of the uploads; and the transaction was rolled back, so that nothing was stored for sure. A read
 * that shows what was just stored fails in the same way on a disk without room for PostgreSQL's log.
 * https://www.rfc-editor.org/rfc/rfc4918#section-11.5
 */
function isDiskFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test(databaseCode(error)) && isRolledBack(error);
}

/** A deadlock, of which PostgreSQL ends one side: nothing has been changed. */
function isContended(error: unknown): boolean {
  return error instanceof DrizzleQueryError && databaseCode(error) === '40P01';
}

/** What is answered for this error. Logs it where it is the server's. */
export function logProblem(error: unknown, request: FastifyRequest) {
  const { status, message: detail, errors, headers, reason } = toProblemError(error);
  if (reason !== undefined) addLogContext(request, { reason });
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
  return sendLoggedProblem(logProblem(error, request), reply);
}

function sendLoggedProblem(
  { status, headers, problem }: ReturnType<typeof logProblem>,
  reply: FastifyReply,
) {
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

/**
 * Every error leaves without a stack trace or a line of SQL: as a problem for programs, as a page for a person who goes
 * somewhere and gets nothing because of a failure, or of too many requests.
 */
export function handleErrors(app: FastifyInstance, look: PageLook): void {
  app.setErrorHandler((error, request, reply) => {
    const logged = logProblem(error, request);
    const { status, problem, headers } = logged;
    const isPassing = status === 429 || status >= 500;
    if (!isPassing || !isForPerson(request)) return sendLoggedProblem(logged, reply);
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type('text/html; charset=utf-8')
      .send(failedPage(look, problem));
  });
}

function isForPerson({ url, headers }: FastifyRequest): boolean {
  const isApi = url.startsWith('/api/') && !url.startsWith(apiDescription.docs());
  return !isApi && headers.accept?.includes('text/html') === true;
}
