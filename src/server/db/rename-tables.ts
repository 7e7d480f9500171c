import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { RENAME_STATES, type RenameState } from '#shared/domain/company-renames.ts';
import { COMPANY_NAME_LENGTH, URL_LENGTH } from '#shared/limits.ts';
import { accounts, companies, oneOf } from './schema.ts';

/**
 * Requests of owners to change the name or website of their company, at most one for each company. The requested values
 * are not in `companies` before a site admin approves them, so nothing that reads companies can contain them.
 */
export const company_renames = pgTable(
  'company_renames',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The owner who asked; null if their account no longer exists. */
    account_id: text().references(() => accounts.id, { onDelete: 'set null' }),
    /** The other name; null if the name stays. */
    name: text(),
    /** The other website; null if the website stays. */
    website: text(),
    state: text().$type<RenameState>().notNull().default('review'),
    /** Why a site admin rejected the request, or an earlier version of it; null if none was rejected. */
    reason: text(),
    /** The revision of the row, for `ETag` and `If-Match`. Every update increments it. */
    version: integer()
      .notNull()
      .default(1)
      .$onUpdate(() => sql`"company_renames"."version" + 1`),
    requested_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('company_renames_state', sql`${table.state} in ${oneOf(RENAME_STATES)}`),
    check(
      'company_renames_reason',
      sql`${table.state} <> 'rejected' or ${table.reason} is not null`,
    ),
    check('company_renames_change', sql`${table.name} is not null or ${table.website} is not null`),
    check(
      'company_renames_name',
      sql`${table.name} ~ '\\S' and length(${table.name}) <= ${sql.raw(String(COMPANY_NAME_LENGTH))}`,
    ),
    check(
      'company_renames_website',
      sql`${table.website} ~* '^https?://[^/]' and length(${table.website}) <= ${sql.raw(String(URL_LENGTH))}`,
    ),
    uniqueIndex('company_renames_once').on(table.company_id),
    // For the inbox.
    index('company_renames_in_review')
      .on(table.requested_at, table.id)
      .where(sql`${table.state} = 'review'`),
    // Finds the requests of a person whose account is deleted.
    index('company_renames_by_account').on(table.account_id),
  ],
);
