import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** Errors of transactions that were certainly rolled back. */
const rolledBack = new WeakSet<object>();

/**
 * Whether the error ended a transaction that certainly stored nothing. If the result is false, this is not known: the
 * statement may have run after the commit, or the connection may have broken during the commit.
 */
export function isRolledBack(error: unknown): boolean {
  return typeof error === 'object' && error !== null && rolledBack.has(error);
}

/**
 * Drizzle's transactions, but with correct handling of broken connections. Drizzle never releases a connection whose
 * `begin` failed, so the pool runs out of connections. It also reuses a connection whose `rollback` failed and on which
 * a statement may still run. https://github.com/drizzle-team/drizzle-orm/issues/6114
 */
export function transactionsOver(pool: pg.Pool): NodePgDatabase['transaction'] {
  return async (work, config) => {
    const connection = await pool.connect();
    let broken = false;
    try {
      return await drizzle(connection).transaction(work, config);
    } catch (error) {
      broken = error instanceof DrizzleQueryError && /^(begin|rollback)\b/.test(error.query);
      if (!broken && typeof error === 'object' && error !== null) rolledBack.add(error);
      throw error;
    } finally {
      // `release(true)` closes the broken connection. The pool opens another one when it needs one.
      connection.release(broken);
    }
  };
}
