import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { EXPORT_STATES, type ExportState } from '#shared/domain/personal-data.ts';
import { accounts, oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The random keys by which the audit trail names people. Triggers add a key with each account and delete it with the
 * account (the migration `actors`), and replace account ids in new events. Without its key, an event names nobody, and
 * the trail itself never changes.
 */
export const actors = pgTable('actors', {
  key: text().primaryKey().default(sql`'actor-' || gen_random_uuid()`),
  /**
   * Not a foreign key, because the row outlives the account: the event that records the deletion still needs the actor
   * key.
   */
  account_id: text().notNull().unique(),
});

/**
 * The people who have deleted their accounts, as digests of their keys. Copies of this list outlive the database, so that
 * a restored backup deletes these people again (`operations/backup/deletion-list.ts`).
 */
export const account_deletions = pgTable(
  'account_deletions',
  {
    /** SHA-256 of the actor key, in hexadecimal digits. */
    digest: text().primaryKey(),
    deleted_at: moment().notNull().defaultNow(),
    /** When the copy was stored; null until then. */
    copied_at: moment(),
  },
  (table) => [
    index('account_deletions_not_copied')
      .on(table.deleted_at)
      .where(sql`${table.copied_at} is null`),
  ],
);

/** The downloads of personal data that people have requested, at most one for each person. */
export const data_exports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    state: text().$type<ExportState>().notNull().default('preparing'),
    requested_at: moment().notNull().defaultNow(),
    /** When the export is deleted; null unless it is ready. */
    expires_at: moment(),
  },
  (table) => [
    check('data_exports_state', sql`${table.state} in ${oneOf(EXPORT_STATES)}`),
    check(
      'data_exports_expiry',
      sql`(${table.expires_at} is not null) = (${table.state} = 'ready')`,
    ),
    unique('data_exports_once').on(table.account_id),
  ],
);

/** The content of an export in parts, so that no process holds a whole export in memory. */
export const data_export_parts = pgTable(
  'data_export_parts',
  {
    export_id: uuid()
      .notNull()
      .references(() => data_exports.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.export_id, table.number] })],
);
