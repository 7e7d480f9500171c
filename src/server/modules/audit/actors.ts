import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { actors } from '#server/db/personal-tables.ts';

/**
 * SQL: the account that an event names by its actor key. A value that names no account, such as a command or the actor
 * key of a deleted person, stays as it is.
 */
export function accountOf(key: SQL<string | null> | AnyColumn): SQL<string> {
  return sql<string>`coalesce((select known.account_id from ${actors} known where known.key = ${key}), ${key})`;
}

/** SQL: the actor key by which events name an account; null if the account does not exist. */
export function keyOf(accountId: string): SQL<string | null> {
  return sql<
    string | null
  >`(select known.key from ${actors} known where known.account_id = ${accountId})`;
}
