import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ALERT_FREQUENCIES, ALERT_PAUSES } from '#shared/domain/alerts.ts';
import { accounts, oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** SQL: the form of an address in which alerts compare it, by the index `alert_addresses_once`. */
export function alertAddress(address: SQLWrapper | string): SQL {
  return sql`lower(${address})`;
}

/** The email addresses to which alerts go, and one for each account that has saved a search. */
export const alert_addresses = pgTable(
  'alert_addresses',
  {
    id: uuid().primaryKey(),
    /** Null for an account without a verified email address, which gets no mails. */
    address: text(),
    /** The account whose searches these are; null if the alerts were made without one. */
    account_id: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * Signs the links in the mails to this address. It never changes, because people end mails by links that are months old,
     * and the keys of the sign-in are replaced.
     */
    link_secret: text().notNull(),
    /** The time zone of the person (IANA), in which daily and weekly mails are due at 8. */
    time_zone: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** When the person last said that the alerts are useful; at first, when the first alert was confirmed. */
    useful_at: moment().notNull().defaultNow(),
    /** When the person was last asked whether the alerts are still useful, if there is no answer yet. */
    asked_at: moment(),
    /** The time since which the address gets no alerts; null if it gets them. */
    paused_at: moment(),
    pause_reason: text({ enum: ALERT_PAUSES }),
  },
  (table) => [
    check(
      'alert_addresses_pause',
      sql`(${table.paused_at} is null) = (${table.pause_reason} is null) and ${table.pause_reason} in ${oneOf(ALERT_PAUSES)}`,
    ),
    uniqueIndex('alert_addresses_once').on(alertAddress(table.address)),
    uniqueIndex('alert_addresses_by_account').on(table.account_id),
    index('alert_addresses_by_use').on(table.useful_at).where(sql`${table.paused_at} is null`),
  ],
);

/**
 * A condition on the terms of a job: it has a term, all or any of some. `{ all: [] }` is fulfilled by every job.
 */
export type NecessaryTerms = string | { all: NecessaryTerms[] } | { any: NecessaryTerms[] };

/** The distinct searches of all alerts. New jobs are matched once for each, however many people have it. */
export const alert_searches = pgTable(
  'alert_searches',
  {
    id: uuid().primaryKey(),
    /** The parameters as a query string in canonical order, without the order, the page and the parts. */
    query: text().notNull(),
    /** A condition that every job of the search fulfills. It is derived from the query; see `necessary-terms.ts`. */
    necessary: jsonb().$type<NecessaryTerms>().notNull(),
    /** The version of the code and of the dictionary by which the terms were derived. */
    version: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('alert_searches_once').on(sql`md5(${table.query})`)],
);

/** A search of an address: an alert, or a saved search without mails. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    address_id: uuid()
      .notNull()
      .references(() => alert_addresses.id, { onDelete: 'cascade' }),
    search_id: uuid()
      .notNull()
      .references(() => alert_searches.id),
    frequency: text({ enum: ALERT_FREQUENCIES }).notNull(),
    /** The words as typed, if a correction of their spelling is searched instead. */
    typed: text(),
    created_at: moment().notNull().defaultNow(),
    /** When the person confirmed the alert; null until then. Unconfirmed alerts match nothing, and are deleted. */
    confirmed_at: moment(),
    /**
     * When the next mail is due. Null if none is: the alert is unconfirmed, has the frequency `never`, or is `immediate`
     * and has no new job.
     */
    due_at: moment(),
    /** When the person last saw the new jobs: by the last mail, or by the last visit of the saved search. */
    seen_at: moment().notNull().defaultNow(),
    /** The number of the last match of the search at that time. Later matches are new. */
    seen_number: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('alerts_frequency', sql`${table.frequency} in ${oneOf(ALERT_FREQUENCIES)}`),
    uniqueIndex('alerts_once').on(table.address_id, table.search_id),
    index('alerts_by_search').on(table.search_id),
    index('alerts_due').on(table.due_at).where(sql`${table.due_at} is not null`),
    index('alerts_unconfirmed').on(table.created_at).where(sql`${table.confirmed_at} is null`),
  ],
);

/** The jobs that a search newly shows. They are deleted after `ALERT_MATCH_DAYS`. */
export const alert_matches = pgTable(
  'alert_matches',
  {
    search_id: uuid()
      .notNull()
      .references(() => alert_searches.id, { onDelete: 'cascade' }),
    job_id: uuid().notNull(),
    matched_at: moment().notNull().defaultNow(),
    /** Orders the matches as they become visible: transactions that store matches wait for each other. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.search_id, table.job_id] }),
    index('alert_matches_by_number').on(table.search_id, table.number),
    index('alert_matches_old').on(table.matched_at),
  ],
);

/** The jobs that an address was mailed about. No job is mailed twice. */
export const alert_sent_jobs = pgTable(
  'alert_sent_jobs',
  {
    address_id: uuid()
      .notNull()
      .references(() => alert_addresses.id, { onDelete: 'cascade' }),
    /** The group of the job's postings, or the job if it has none. */
    job_key: uuid().notNull(),
    sent_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.address_id, table.job_key] }),
    index('alert_sent_jobs_old').on(table.sent_at),
  ],
);

/** The mails in which an address was asked to confirm alerts: a mailbox gets one a day. They are deleted after a day. */
export const alert_confirmations = pgTable(
  'alert_confirmations',
  {
    /** The id of the mail. */
    id: uuid().primaryKey(),
    /** A keyed digest of the network that asked, by which networks take turns. */
    network: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [index('alert_confirmations_by_network').on(table.network)],
);

/** Numbers the changes of the search index. */
export const alert_change_number = pgSequence('alert_change_number');

/** A row of the search index as one value. https://www.postgresql.org/docs/current/rowtypes.html */
const searchRow = customType<{ data: string }>({ dataType: () => 'job_search' });

/**
 * The jobs whose row in the search index has changed since the searches of alerts were last matched. A trigger of
 * `job_search` writes the rows, in the transaction of the change.
 */
export const alert_changes = pgTable('alert_changes', {
  job_id: uuid().primaryKey(),
  /** The number of the job's latest change. */
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('alert_change_number')`),
  /** The row as it was matched last; null if the job was not open then. */
  before: searchRow(),
  /** The description at that time, if it has changed since. */
  description: text(),
});

/** How far the changes are matched, in one row: an interrupted run is continued, not repeated. */
export const alert_run = pgTable(
  'alert_run',
  {
    id: smallint().primaryKey().default(1),
    /** The jobs of the run, each with the number of the change that is matched. */
    jobs: uuid().array().notNull(),
    numbers: bigint({ mode: 'number' }).array().notNull(),
    /** The last search that is matched. */
    after: uuid(),
    /** How many searches the run has matched. */
    searches: integer().notNull().default(0),
    started_at: moment().notNull().defaultNow(),
  },
  (table) => [check('alert_run_single', sql`${table.id} = 1`)],
);
