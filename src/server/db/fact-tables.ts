import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Place, Skill } from '#shared/contract/job-facts.ts';
import type { Pay } from '#shared/contract/job-responses.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Level } from '#shared/domain/levels.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { jobs } from './schema.ts';

/**
 * Facts of jobs, such as the workplace or places in the gazetteer, either stated by the employer or read from the job's
 * texts. They are in a separate table so that the audit trail, versions and change notifications ignore them. A row is
 * current while its `reader` is the current version and its `digest` matches the texts.
 */
export const job_facts = pgTable('job_facts', {
  job_id: uuid()
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  /** The version of the code that read the facts (`READER_VERSION`). */
  reader: integer().notNull(),
  /** SHA-256 of the texts that were read, in hexadecimal digits. */
  digest: text().notNull(),
  places: jsonb().$type<Place[]>().notNull(),
  workplace: text().$type<Workplace>(),
  employment: text().$type<Employment>(),
  /** The level of seniority that the title names. */
  level: text().$type<Level>(),
  /** Whether the description offers to sponsor a visa. */
  visa: boolean().notNull().default(false),
  /** The places from which people may work remotely; null if this is unknown or the job is not remote. */
  eligibility: jsonb().$type<Eligibility>(),
  /** The pay, and where it was found; null if the job states no pay. */
  pay: jsonb().$type<Pay>(),
  /**
   * The pay if only one of its bounds is stated; `pay` is then null. It is separate because version 1.0.0 requires both
   * bounds.
   */
  open_pay: jsonb().$type<Pay>(),
  /**
   * The date of the exchange rates with which the pay was converted; null for pay in US dollars and for jobs without
   * pay.
   */
  rates_date: date({ mode: 'string' }),
  /** The salary range that contains the middle of the employer's pay figures; empty without such figures. */
  salary: text().$type<Salary>().notNull(),
  /** The time zone of the first place (IANA); null if it is unknown, so that the time zone of the board applies. */
  zone: text(),
  /**
   * When the job closes: the end of its closing date in its time zone. Null if it has no closing date, and also if an
   * older version has written the row; see `closesAt`. A trigger updates it when the closing date changes.
   */
  closes_at: timestamp({ withTimezone: true, precision: 3 }),
  /** The skills that the texts name, the most important first. */
  skills: jsonb().$type<Skill[]>().notNull(),
  /** The digest of the dictionary with which the skills were read. */
  dictionary: text().notNull(),
  /** Columns that are copied to `job_search`. */
  salaries: integer().notNull(),
  reach: integer().notNull(),
  middle: integer().notNull(),
  /** The group of the job; see `groupOf`. Null if the job has no group. */
  group_id: uuid(),
  /** The terms of the search index for these facts; see `termsOf`. */
  terms: text().array().notNull(),
});

/**
 * The exchange rates with which pay is compared: how much of each currency (ISO 4217) one euro buys. All rates are of
 * the same day.
 */
export const exchange_rates = pgTable('exchange_rates', {
  currency: text().primaryKey(),
  per_euro: doublePrecision().notNull(),
  date: date({ mode: 'string' }).notNull(),
});

/** The time zone of the board (IANA), in one row. Without a row, it is UTC. */
export const board_time_zone = pgTable(
  'board_time_zone',
  { id: smallint().primaryKey().default(1), zone: text().notNull() },
  (table) => [check('board_time_zone_single', sql`${table.id} = 1`)],
);
