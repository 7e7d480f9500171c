import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { NOTE_LENGTH } from '#shared/limits.ts';
import { accounts, companies } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What people have marked for themselves: saved, applied to and hidden jobs, with notes. A row has at least one of them. It
 * stays when its job is deleted, so that `/saved` can say so.
 */
export const job_marks = pgTable(
  'job_marks',
  {
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    job_id: uuid().notNull(),
    saved_at: moment(),
    applied_at: moment(),
    hidden_at: moment(),
    note: text().notNull().default(''),
    updated_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.job_id] }),
    check('job_marks_note', sql`length(${table.note}) <= ${sql.raw(String(NOTE_LENGTH))}`),
  ],
);

/** The companies whose jobs a person has hidden. */
export const hidden_companies = pgTable(
  'hidden_companies',
  {
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    hidden_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.company_id] }),
    index('hidden_companies_by_company').on(table.company_id),
  ],
);
