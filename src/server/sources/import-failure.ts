import { DrizzleQueryError } from 'drizzle-orm';
import { StartupError } from '#server/startup-error.ts';

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

/** Why an import ended, in one line without SQL. */
export function importFailure(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof StartupError) return cause.message;
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  const line = said.split('\n')[0]?.slice(0, 200);
  return `The import ended early: ${[line, textOf(cause, 'code')].filter(Boolean).join(' ')}`;
}

/** Drizzle's own message is the statement and its parameters; what PostgreSQL said is the cause. */
function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

function textOf(error: unknown, property: 'code' | 'constraint'): string {
  return error instanceof Error ? String(Reflect.get(error, property) ?? '') : '';
}
