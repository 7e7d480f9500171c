import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { databaseCode, isDatabaseUnreachable } from '#server/db/database-errors.ts';
import { isRolledBack } from '#server/db/transactions.ts';
import { ServiceUnavailableError } from '#server/platform/errors.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { blockedPage, failedPage, type PageLook, refusedPage } from '../pages/plain-page.ts';
import { addLogContext } from '../plugins/request-log.ts';
import {
  ACCOUNT_BLOCKED,
  badInput,
  later,
  PROBLEM_TYPE,
  ProblemError,
  toProblem,
} from './problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Sets the status and headers of a reply for an error, and returns its body. Used by `onSend` hooks: if such a hook
     * threw the error after the error handler has run, Fastify would send the error's own message.
     */
    writeError(error: unknown, request: FastifyRequest, reply: FastifyReply): string;
  }
}

/**
 * PostgreSQL's error code for a statement that exceeded its timeout.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const QUERY_CANCELED = '57014';

/** Converts an error to the problem that the client gets. An unexpected error becomes a 5xx without details. */
function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return badInput(
      error.validation.map(({ instancePath, message = 'is not valid' }) => {
        const path = instancePath.slice(1).replaceAll('/', '.');
        // An error without a path concerns the body as a whole, which may be missing or not be an object. Parameters
        // are always an object.
        return path ? { path, message } : { path: 'body', message: 'must be a JSON object' };
      }),
    );
  }
  if (isDiskFull(error)) {
    return new ProblemError(507, 'The server’s disk is full. Nothing was stored. Try again later.');
  }
  if (error instanceof ServiceUnavailableError) {
    return later(error.publicMessage, 5);
  }
  if (databaseCode(error) === QUERY_CANCELED) {
    return later('The search took too long. Try fewer or other words.', 5);
  }
  if (isDatabaseUnreachable(error)) {
    return later('The database is unavailable. Try again soon.', 5);
  }
  if (isDeadlock(error)) {
    return later('Someone else is changing this right now. Try again.', 1);
  }
  const { statusCode = 500, code, message } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_HANDLER_TIMEOUT') {
    return later('The request took too long. Try again soon.', 5);
  }
  // Fastify's 4xx messages, such as for a body that is too large, are written for clients, so send them on.
  if (statusCode >= 400 && statusCode < 500) return new ProblemError(statusCode, message ?? '');
  return new ProblemError(500, 'Something went wrong on our side.');
}

/**
 * Whether the disk of PostgreSQL or of the uploads is full and the transaction was rolled back, so that nothing was
 * stored. A read after the commit can fail with the same error, because PostgreSQL has no space for its log. The write
 * is then stored, so the result is false. https://www.rfc-editor.org/rfc/rfc4918#section-11.5
 */
function isDiskFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test(databaseCode(error)) && isRolledBack(error);
}

/** Whether PostgreSQL rolled back this transaction in order to end a deadlock. Nothing is then stored. */
function isDeadlock(error: unknown): boolean {
  return error instanceof DrizzleQueryError && databaseCode(error) === '40P01';
}

/** Returns the problem response for an error. Logs the error if it is unexpected. */
export function logProblem(error: unknown, request: FastifyRequest) {
  const { status, message: detail, errors, headers, reason } = toProblemError(error);
  if (reason !== undefined) addLogContext(request, { reason });
  // Skip a `ProblemError` with a 5xx status: the code that threw it has already logged the cause.
  if (status >= 500 && !(error instanceof ProblemError)) {
    request.log.error({ err: error }, 'Request failed');
  }
  const problem = toProblem({
    status,
    detail,
    ...(errors && { errors }),
    ...(status >= 500 && { requestid: request.id }),
  });
  return { status, headers, problem, reason };
}

/** Sends an error as a problem document, even to a browser that opens a page. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  return sendWritten(reply, writeProblem(logProblem(error, request), reply));
}

/**
 * Handles all errors. Programs get a problem document, and browsers that open a page get an HTML page. No response contains
 * a stack trace or SQL.
 */
export function handleErrors(app: FastifyInstance, look: PageLook): void {
  function writeError(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
    const logged = logProblem(error, request);
    if (!wantsHtml(request)) return writeProblem(logged, reply);
    const { status, reason, problem } = logged;
    writeStatus(logged, reply).type('text/html; charset=utf-8');
    if (reason === ACCOUNT_BLOCKED) return blockedPage(look, problem);
    return status === 429 || status >= 500 ? failedPage(look, problem) : refusedPage(look, problem);
  }

  app.decorate('writeError', writeError);
  app.setErrorHandler((error, request, reply) =>
    sendWritten(reply, writeError(error, request, reply)),
  );
}

type LoggedProblem = ReturnType<typeof logProblem>;

function writeProblem(logged: LoggedProblem, reply: FastifyReply): string {
  writeStatus(logged, reply).type(PROBLEM_TYPE);
  return JSON.stringify(logged.problem);
}

function writeStatus({ status, headers }: LoggedProblem, reply: FastifyReply): FastifyReply {
  // By default, browsers cache a 410. Without `no-store`, they would show a reopened job as closed.
  // https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
  return reply.code(status).headers({ 'cache-control': 'no-store', ...headers });
}

/** Sends a payload that is already text, without using the serializer of the route. */
function sendWritten(reply: FastifyReply, payload: string) {
  return reply.serializer((text: string) => text).send(payload);
}

function wantsHtml({ url, headers }: FastifyRequest): boolean {
  const isApi = url.startsWith('/api/') && !url.startsWith(apiDescription.docs());
  return !isApi && headers.accept?.includes('text/html') === true;
}
