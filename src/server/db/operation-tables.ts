import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * When each scheduled task, the backup and the import last succeeded and last failed. All processes share the table, so
 * the system screen is the same whichever process answers.
 */
export const task_runs = pgTable('task_runs', {
  name: text().primaryKey(),
  succeeded_at: moment(),
  failed_at: moment(),
});
