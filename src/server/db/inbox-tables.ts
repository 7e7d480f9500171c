import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';

/** The daily email about the inbox, for each site admin who has got one or has chosen. Others want it, too. */
export const inbox_digests = pgTable('inbox_digests', {
  account_id: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  is_wanted: boolean().notNull().default(true),
  /** When the latest email was queued; null if there was none. */
  sent_at: timestamp({ withTimezone: true, precision: 3 }),
});
