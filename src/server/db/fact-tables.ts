import { date, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Place, Skill } from '#shared/contract/job-facts.ts';
import type { Pay } from '#shared/contract/job-responses.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { jobs } from './schema.ts';

/**
 * What a job's columns mean: its places in the gazetteer, its workplace and so on, as the employer states them or as its
 * texts say. A separate table, so that the audit trail, versions and change notices ignore it. A row is current while
 * its reader and digest match.
 */
export const job_facts = pgTable('job_facts', {
  job_id: uuid()
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  /** The version of the reader that has written the row. */
  reader: integer().notNull(),
  /** SHA-256 of what was read, in hexadecimal digits. */
  digest: text().notNull(),
  places: jsonb().$type<Place[]>().notNull(),
  workplace: text().$type<Workplace>(),
  employment: text().$type<Employment>(),
  /** From where people may work remotely; null if it is unknown or the job is not remote. */
  eligibility: jsonb().$type<Eligibility>(),
  /** The pay with where it was found; null if the job states none. */
  pay: jsonb().$type<Pay>(),
  /** The date of the exchange rates by which the pay was converted; null for pay in US dollars and without pay. */
  rates_date: date({ mode: 'string' }),
  /** The salary range of the middle of the pay in fields; empty without such pay. */
  salary: text().$type<Salary>(),
  /** The skills that the texts name, the most important first; null in rows of an older reader. */
  skills: jsonb().$type<Skill[]>(),
  /** The digest of the dictionary that they were read with. */
  dictionary: text(),
  /** The columns of `job_search`; null in rows of an older reader. */
  salaries: integer(),
  reach: integer(),
  middle: integer(),
  /** The terms of the search index for these facts; see `termsOf`. */
  terms: text().array().notNull(),
});

/** The exchange rates that pay is compared by: units of each currency (ISO 4217) that one euro buys, of one day. */
export const exchange_rates = pgTable('exchange_rates', {
  currency: text().primaryKey(),
  per_euro: doublePrecision().notNull(),
  date: date({ mode: 'string' }).notNull(),
});
