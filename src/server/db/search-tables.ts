import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  type PgColumn,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/domain/salary-ranges.ts';

/** https://www.postgresql.org/docs/current/datatype-textsearch.html */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Enums take four bytes, which halves the time to count many rows. A job without a salary has the empty value. */
export const employment_type = pgEnum('employment_type', EMPLOYMENT_TYPES);
export const job_salary = pgEnum('job_salary', ['', ...SALARY_RANGES.map(({ value }) => value)]);

/** The bit of a salary range in the column `salaries`. */
export function bitOf(range: SalaryRange): number {
  return 1 << SALARY_RANGES.findIndex(({ value }) => value === range);
}

/** The condition that the pay of a job may be in a salary range. */
export function isInRange(
  { salary, salaries }: Record<'salary' | 'salaries', PgColumn>,
  range: SalaryRange,
  write: (value: string | number) => SQL = (value) => sql`${value}`,
): SQL {
  return sql`(${salary} = ${write(range)} or ${salaries} & ${write(bitOf(range))} <> 0)`;
}

const literal = (value: string | number) =>
  sql.raw(typeof value === 'string' ? `'${value}'` : String(value));

/**
 * Search index: one narrow row for each open job, which lists and searches read. Triggers maintain it in the transaction
 * of the change. The SQL function `searchable` builds a row (its latest version: `migrations/0013_pay_search.sql`).
 */
export const job_search = pgTable(
  'job_search',
  {
    job_id: uuid().primaryKey(),
    company_id: uuid().notNull(),
    type: employment_type().notNull(),
    salary: job_salary().notNull(),
    date: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The salary ranges that the pay overlaps, a bit each from the lowest on; 0 if only `salary` is known. */
    salaries: integer().notNull().default(0),
    /** The maximum pay in US dollars a year, which the minimum-pay filter compares; -1 if it is unknown. */
    reach: integer().notNull(),
    /** The middle of the pay in US dollars a year, by which lists are sorted; -1 if it is unknown. */
    middle: integer().notNull().default(-1),
    /** The terms of the job's facts, which `heading` and `words` contain too. */
    terms: text().array().notNull().default(sql`'{}'`),
    /** The title's words, the company's token, and the location's words as tokens. */
    heading: tsvector().notNull(),
    /** The same, plus the words of the location and the description. */
    words: tsvector().notNull(),
  },
  (table) => [
    // Each index ends in the order of the lists, read backwards, so that a page is one index scan.
    index('job_search_newest').on(table.date, table.job_id),
    index('job_search_by_type').on(table.type, table.date, table.job_id),
    index('job_search_by_company').on(table.company_id, table.date, table.job_id),
    index('job_search_by_company_and_type').on(
      table.company_id,
      table.type,
      table.date,
      table.job_id,
    ),
    index('job_search_by_reach').on(table.reach, table.date, table.job_id),
    index('job_search_by_middle').on(table.middle, table.date, table.job_id),
    ...SALARY_RANGES.map(({ value }, number) =>
      index(`job_search_by_middle_in_range_${number}`)
        .on(table.middle, table.date, table.job_id)
        .where(isInRange(table, value, literal)),
    ),
    // GIN fast update: new entries wait in a pending list of up to a megabyte (see pools.ts).
    index('job_search_by_heading').using('gin', table.heading),
    index('job_search_by_words').using('gin', table.words),
  ],
);

/** The `company_id` of the counts over all companies. */
export const ALL_COMPANIES = '00000000-0000-0000-0000-000000000000';

const jobCounts = {
  company_id: uuid().notNull(),
  type: text().notNull(),
  salary: text().notNull(),
  jobs: integer().notNull(),
  /** As in `job_search`. */
  salaries: integer().notNull().default(0),
};

/** The number of open jobs by company, type and salaries. `ALL_COMPANIES` holds the totals. */
export const job_counts = pgTable('job_counts', jobCounts, (table) => [
  primaryKey({ columns: [table.company_id, table.type, table.salary, table.salaries] }),
]);

/** Pending changes to `job_counts`. Each write only inserts a row here, so that concurrent writes do not block each other. */
export const job_count_changes = pgTable('job_count_changes', jobCounts);

/** The number of open jobs in each city. */
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

/** Pending changes to `place_counts`. */
export const place_count_changes = pgTable('place_count_changes', {
  place: text().notNull(),
  jobs: integer().notNull(),
});

/** The number of open jobs in each area of the gazetteer: cities, regions, countries and groups. */
export const area_counts = pgTable('area_counts', {
  area: text().primaryKey(),
  jobs: integer().notNull(),
});

/** Pending changes to `area_counts`. */
export const area_count_changes = pgTable('area_count_changes', {
  area: text().notNull(),
  jobs: integer().notNull(),
});

/** What a suggestion is: a title of several jobs, a skill of the dictionary, or one of the largest companies. */
export const SUGGESTION_KINDS = ['title', 'skill', 'company'] as const;

/** What the search field suggests beside places. A background task refreshes it. */
export const search_suggestions = pgTable(
  'search_suggestions',
  {
    kind: text({ enum: SUGGESTION_KINDS }).notNull(),
    /** As most jobs write it; of a company, its id. */
    label: text().notNull(),
    /** The words of all its spellings. */
    words: tsvector().notNull(),
    /** For a title: the most frequent full titles of the jobs that are counted. */
    titles: text().array().notNull(),
    /** The number of open jobs at the last refresh. */
    jobs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.label] }),
    // For words that few suggestions have, and for those that many have.
    index('search_suggestions_by_words').using('gin', table.words),
    index('search_suggestions_by_jobs').on(table.kind, table.jobs),
  ],
);

/** The words of jobs and company names, and pairs of words that follow each other there: for spelling corrections. */
export const search_dictionary = pgTable('search_dictionary', {
  /** A folded word, or two with a space. */
  word: text().primaryKey(),
  /** The number of scanned jobs (the newest ones) that contain the word. */
  jobs: integer().notNull(),
  /** The share of the jobs that contain it: the higher one of the scanned jobs and of all titles and locations. */
  share: real().notNull().default(0),
  /** The share of the jobs with it in the title or the location. The name of a company counts as a few jobs. */
  heading_share: real().notNull().default(0),
  /** Whether the name of a company contains it. */
  is_name: boolean().notNull().default(false),
  /** Whether it is a correction. A word of a single description is not, because it may itself be misspelled. */
  is_target: boolean().notNull().default(true),
});
