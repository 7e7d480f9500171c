import { DrizzleQueryError } from 'drizzle-orm';
import { StorageUnavailableError } from '#server/storage/storage-unavailable-error.ts';

/** Drizzle's own message is the statement and its parameters; what PostgreSQL said is the cause. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

/** Why something failed, in one line without SQL. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  const code = cause instanceof Error ? String(Reflect.get(cause, 'code') ?? '') : '';
  const line = said.split('\n')[0]?.slice(0, 200) ?? '';
  // What Node says of a file has it already.
  const told = [line, line.includes(code) ? '' : code].filter(Boolean).join(' ');
  const isStorage = cause instanceof StorageUnavailableError && cause.cause !== undefined;
  return isStorage ? `${told}: ${reasonOf(cause.cause)}` : told;
}
