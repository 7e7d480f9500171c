import { sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';

/** https://www.postgresql.org/docs/current/datatype-textsearch.html */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Four bytes each, by which many rows are counted in half the time. A job without a salary has the empty one. */
export const employment_type = pgEnum('employment_type', EMPLOYMENT_TYPES);
export const job_salary = pgEnum('job_salary', ['', ...SALARY_RANGES.map(({ value }) => value)]);

/**
 * What the lists and the search read: one narrow row for each open job. The database keeps it by itself
 * (`migrations/0004_search.sql`), in the transaction of the change.
 */
export const job_search = pgTable(
  'job_search',
  {
    job_id: uuid().primaryKey(),
    company_id: uuid().notNull(),
    type: employment_type().notNull(),
    salary: job_salary().notNull(),
    date: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The most dollars a year that the job may pay; -1 where it states none. */
    reach: integer().notNull(),
    /** The title's words, the company's token, and the location's words as tokens. */
    heading: tsvector().notNull(),
    /** The same, and the words of the location and the description. */
    words: tsvector().notNull(),
  },
  (table) => [
    // Each ends in the order that lists are read in, backwards, so that a page is one walk of one index.
    index('job_search_newest').on(table.date, table.job_id),
    index('job_search_by_type').on(table.type, table.date, table.job_id),
    index('job_search_by_salary').on(table.salary, table.date, table.job_id),
    index('job_search_by_type_and_salary').on(table.type, table.salary, table.date, table.job_id),
    index('job_search_by_company').on(table.company_id, table.date, table.job_id),
    index('job_search_by_company_and_type').on(
      table.company_id,
      table.type,
      table.date,
      table.job_id,
    ),
    index('job_search_by_company_and_salary').on(
      table.company_id,
      table.salary,
      table.date,
      table.job_id,
    ),
    index('job_search_by_reach').on(table.reach, table.date, table.job_id),
    // What is new waits in a list for a megabyte of it to be sorted in together (see client.ts).
    index('job_search_by_heading').using('gin', table.heading),
    index('job_search_by_words').using('gin', table.words),
  ],
);

/** Stands for all companies together. */
export const ALL_COMPANIES = '00000000-0000-0000-0000-000000000000';

const jobCounts = {
  company_id: uuid().notNull(),
  type: text().notNull(),
  salary: text().notNull(),
  jobs: integer().notNull(),
};

/** How many open jobs each company has of each type and salary, and all companies together. */
export const job_counts = pgTable('job_counts', jobCounts, (table) => [
  primaryKey({ columns: [table.company_id, table.type, table.salary] }),
]);

/**
 * What is to be added to the counts: each write only adds a row here, so that no two of them wait for
 * each other.
 */
export const job_count_changes = pgTable('job_count_changes', jobCounts);

/** How many open jobs each place has. */
export const place_counts = pgTable(
  'place_counts',
  { place: text().primaryKey(), jobs: integer().notNull() },
  (table) => [
    index('place_counts_by_words').using(
      'gin',
      sql`array_to_tsvector(place_words(${table.place}))`,
    ),
  ],
);

/** What is to be added to the counts of places. */
export const place_count_changes = pgTable('place_count_changes', {
  place: text().notNull(),
  jobs: integer().notNull(),
});

/** The words of jobs and company names, as written: candidates for spelling corrections. */
export const search_dictionary = pgTable(
  'search_dictionary',
  {
    word: text().primaryKey(),
    /** How many of the jobs that were read contain it. */
    jobs: integer().notNull(),
  },
  (table) => [index('search_dictionary_by_similarity').using('gin', table.word.op('gin_trgm_ops'))],
);
