import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { actors } from '#server/db/personal-tables.ts';

/**
 * SQL: the id of the account to which an actor key belongs. If no account has this key, such as a command or the actor
 * key of a deleted person, the value stays as it is.
 */
export function accountOf(key: SQL<string | null> | AnyColumn): SQL<string> {
  return sql<string>`coalesce((select known.account_id from ${actors} known where known.key = ${key}), ${key})`;
}

/** SQL: the actor key that stands for an account in events; null if the account does not exist. */
export function keyOf(accountId: string): SQL<string | null> {
  return sql<
    string | null
  >`(select known.key from ${actors} known where known.account_id = ${accountId})`;
}
