import { DrizzleQueryError } from 'drizzle-orm';

/** Drizzle's own message is the statement and its parameters; what PostgreSQL said is the cause. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

/** Why something failed, in one line without SQL. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  const code = cause instanceof Error ? String(Reflect.get(cause, 'code') ?? '') : '';
  return [said.split('\n')[0]?.slice(0, 200), code].filter(Boolean).join(' ');
}
