import { causeOf } from '#server/db/database-errors.ts';

/**
 * What is wrong with data that PostgreSQL refuses, without the data; undefined for other failures.
 * Class 22 is a value it cannot hold, 23 one that breaks a rule of the table.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function refusedData(error: unknown): string | undefined {
  const cause = causeOf(error);
  const code = textOf(cause, 'code');
  if (!/^2[23][\dA-Z]{3}$/.test(code)) return undefined;
  const rule = textOf(cause, 'constraint');
  return `the database does not take its data (${['SQLSTATE', code, rule].filter(Boolean).join(' ')})`;
}

function textOf(error: unknown, property: 'code' | 'constraint'): string {
  return error instanceof Error ? String(Reflect.get(error, property) ?? '') : '';
}
