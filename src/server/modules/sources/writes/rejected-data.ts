import { causeOf, databaseCode } from '#server/db/database-errors.ts';

/**
 * Says why PostgreSQL rejected the data of a statement, without quoting the data. Returns undefined for other failures.
 * SQLSTATE class 22 is a data exception, and class 23 a violated constraint.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function findRejection(error: unknown): string | undefined {
  const cause = causeOf(error);
  const code = databaseCode(cause);
  if (!/^2[23][\dA-Z]{3}$/.test(code)) return undefined;
  const constraint = cause instanceof Error && 'constraint' in cause ? cause.constraint : undefined;
  return `the database rejected its data (${['SQLSTATE', code, constraint].filter(Boolean).join(' ')})`;
}
