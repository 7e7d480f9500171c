import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/**
 * Actors in the audit trail other than accounts. A new one must be added to the SQL function `is_program`, because the
 * audit trail replaces all other actors by random keys.
 */
export const ACTORS = {
  account: 'npm run account',
  audit: 'npm run audit',
  import: 'npm run import',
  source: 'source',
  sources: 'npm run board -- sources',
  setup: 'npm run board -- setup',
  mail: 'npm run board -- mail',
  company: 'npm run board -- company',
  settings: 'npm run board -- settings',
  restore: 'npm run restore',
  demoData: 'demo data',
  closingDate: 'last day',
  renewalLink: 'renewal link',
} as const;

/**
 * Runs `change` in a transaction on behalf of an actor: the id of an account, or one of `ACTORS`. Triggers write the
 * actor into the audit trail. For an account, they write its random key from the table `actors` instead of its id.
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
