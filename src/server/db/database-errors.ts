import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode } from '#server/platform/errors.ts';

/**
 * SQLSTATEs and system errors of a connection that was refused, broken or timed out. Among them: 28…, the password is
 * no longer accepted; 25006, the primary has become a standby; 57014, a statement timed out.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|25006|28...|57014|57P0[1-5]|53...|3D000|55000)$/;

/** Messages of `pg` for failures that have no error code. */
const CUT =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)|is not queryable$/;

/**
 * Returns the error of PostgreSQL or the network inside a Drizzle error. The message of the Drizzle error itself is the
 * statement with its parameters.
 */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

/** Whether a query failed because the database was unreachable or too slow. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  return UNREACHABLE.test(databaseCode(cause)) || CUT.test(cause.message) || isNotConnected(cause);
}

/** Whether a call of `connect` failed. ENOENT counts for the socket of PostgreSQL, but not for any other file. */
function isNotConnected(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

/** Returns the SQLSTATE or the system's error code. Empty if the error has neither. */
export function databaseCode(error: unknown): string {
  return errorCode(causeOf(error)) ?? '';
}
