import { causeOf } from '#server/db/database-errors.ts';

/**
 * Names the reason why PostgreSQL rejected a statement's data, without the data; undefined for other failures.
 * SQLSTATE class 22 is a data exception, class 23 a violated constraint.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function findRejection(error: unknown): string | undefined {
  const cause = causeOf(error);
  const code = textOf(cause, 'code');
  if (!/^2[23][\dA-Z]{3}$/.test(code)) return undefined;
  const rule = textOf(cause, 'constraint');
  return `the database rejected its data (${['SQLSTATE', code, rule].filter(Boolean).join(' ')})`;
}

function textOf(error: unknown, property: 'code' | 'constraint'): string {
  return error instanceof Error ? String(Reflect.get(error, property) ?? '') : '';
}
