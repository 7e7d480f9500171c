import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Whoever changes something and is no account. */
export const ACTORS = {
  account: 'npm run account',
  audit: 'npm run audit',
  import: 'npm run import',
  demoData: 'demo data',
  lastDay: 'last day',
} as const;

/**
 * One transaction in somebody's name: an account's id, or a command of the board's. The audit trail,
 * which the database writes by itself, names them as the one who made its changes.
 */
export async function withActor<Result>(
  db: Database,
  actor: string,
  change: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('board.actor', ${actor}, true)`);
    return change(tx);
  });
}
