import { causeOf } from './query-cause.ts';

/**
 * How a connection is refused or cut, also for its password (28…); 25006: a primary that has become a standby; and 57014:
 * a statement that took too long.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|25006|28...|57014|57P0[1-5]|53...|3D000|55000)$/;

/** What `pg` says where the server said nothing. */
const CUT =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)|is not queryable$/;

/** Whether the database did not do what it was asked for because it could not be asked, or not in time. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  return UNREACHABLE.test(databaseCode(cause)) || CUT.test(cause.message) || isNotConnected(cause);
}

/** Such as ENOENT, where PostgreSQL's socket is a file that goes with it; of other files, that is no such thing. */
function isNotConnected(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

/** What PostgreSQL or the network calls it; empty where neither did. */
export function databaseCode(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
