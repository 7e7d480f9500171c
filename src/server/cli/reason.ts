import { StorageUnavailableError } from '#server/content/storage/storage-unavailable-error.ts';
import { causeOf } from '#server/db/database-errors.ts';

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
