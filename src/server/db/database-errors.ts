import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode } from '#server/platform/errors.ts';

/**
 * SQLSTATEs and system errors of a refused, broken or timed-out connection. 28…: the password is no longer accepted;
 * 25006: the primary has become a standby; 57014: a statement timed out.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|25006|28...|57014|57P0[1-5]|53...|3D000|55000)$/;

/** Messages of `pg` for failures without a code from the server or the network. */
const CUT =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)|is not queryable$/;

/** Unwraps a Drizzle error, whose own message is the statement with its parameters, to PostgreSQL's or the network's. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

/** Whether a query failed because the database was unreachable or too slow. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  return UNREACHABLE.test(databaseCode(cause)) || CUT.test(cause.message) || isNotConnected(cause);
}

/** Failed `connect` calls, such as ENOENT for a missing PostgreSQL socket. ENOENT for any other file does not count. */
function isNotConnected(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

/** Returns the SQLSTATE or the system error code; empty if the error has neither. */
export function databaseCode(error: unknown): string {
  return errorCode(causeOf(error)) ?? '';
}
