import { StorageUnavailableError } from '#server/content/storage/upload-storage.ts';
import { causeOf, databaseCode } from '#server/db/database-errors.ts';

/** Describes the reason for a failure in one line without SQL. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  const code = databaseCode(error);
  const line = message.split('\n')[0]?.slice(0, 200) ?? '';
  // File system errors of Node already contain the code.
  const reason = [line, line.includes(code) ? '' : code].filter(Boolean).join(' ');
  const isStorage = cause instanceof StorageUnavailableError && cause.cause !== undefined;
  return isStorage ? `${reason}: ${reasonOf(cause.cause)}` : reason;
}
