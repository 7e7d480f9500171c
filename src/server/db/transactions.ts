import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** What ended transactions that are known to have been rolled back. */
const rolledBack = new WeakSet<object>();

/**
 * Whether this error ended a transaction of which nothing is stored. Of any other error that is not known: the statement
 * may have come after the commit, and where the connection was lost, so may have been the commit itself.
 */
export function isRolledBack(error: unknown): boolean {
  return typeof error === 'object' && error !== null && rolledBack.has(error);
}

/**
 * Drizzle's transactions, but for what becomes of the connection: by itself, it never gives back one on which
 * `begin` has failed, so that the pool runs dry, and gives back one on which `rollback` has, with all that may
 * still go on there. https://github.com/drizzle-team/drizzle-orm/issues/6114
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
      // One that is broken is closed, and another opened when it is needed.
      connection.release(broken);
    }
  };
}
