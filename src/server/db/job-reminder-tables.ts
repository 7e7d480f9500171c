import { date, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';

/**
 * The jobs about whose closing date a mail was queued, so that each job gets one mail for each date. The table is apart
 * from `jobs`, because a reminder must not change a job's version. It has no foreign key: a job that is deleted and
 * restored gets no second mail. Rows whose date has passed are deleted.
 */
export const job_reminders = pgTable(
  'job_reminders',
  {
    job_id: uuid().notNull(),
    validthrough: date({ mode: 'string' }).notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.validthrough, table.job_id] })],
);

/** The people who have ended the mails about closing dates. */
export const reminder_opt_outs = pgTable('reminder_opt_outs', {
  account_id: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
