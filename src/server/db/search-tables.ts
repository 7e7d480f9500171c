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

/** The type of text that can be searched. https://www.postgresql.org/docs/current/datatype-textsearch.html */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Enums of the employment types and the salary ranges. Values of an enum take only four bytes, which halves the time
 * for counting many rows. The empty salary range means that the job has no salary range.
 */
export const employment_type = pgEnum('employment_type', EMPLOYMENT_TYPES);
export const job_salary = pgEnum('job_salary', ['', ...SALARY_RANGES.map(({ value }) => value)]);

/** The bit of a salary range in the column `salaries`. */
export function bitOf(range: SalaryRange): number {
  return 1 << SALARY_RANGES.findIndex(({ value }) => value === range);
}

/** The condition that the pay of a job overlaps a salary range. */
export function isInRange(
  { salary, salaries }: Record<'salary' | 'salaries', PgColumn>,
  range: SalaryRange,
  write: (value: string | number) => SQL = (value) => sql`${value}`,
): SQL {
  return sql`(${salary} = ${write(range)} or ${salaries} & ${write(bitOf(range))} <> 0)`;
}

const literal = (value: string | number) =>
  sql.raw(typeof value === 'string' ? `'${value}'` : String(value));

/** SQL: all terms of a row of the search index, as `job_search_by_words` indexes them. Rows do not store them twice. */
export function allWords({ heading, body, exact }: Record<'heading' | 'body' | 'exact', PgColumn>) {
  return sql`all_words(${heading}, ${body}, ${exact})`;
}

/**
 * The search index, with one short row for each open job. Lists and searches read this table. Triggers update it in the
 * transaction of the change. The SQL function `searchable` builds a row (latest version in
 * `migrations/0022_categories.sql`).
 */
export const job_search = pgTable(
  'job_search',
  {
    job_id: uuid().primaryKey(),
    company_id: uuid().notNull(),
    type: employment_type().notNull(),
    salary: job_salary().notNull(),
    date: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /**
     * The salary ranges that the pay overlaps, as one bit each, the lowest range first; 0 if only `salary` is known.
     */
    salaries: integer().notNull().default(0),
    /** The maximum pay (US dollars per year), for the filter by minimum pay; -1 if unknown. */
    reach: integer().notNull(),
    /** The middle of the pay (US dollars per year), for sorting; -1 if unknown. */
    middle: integer().notNull().default(-1),
    /** The postings of one job at several places have the same group; see `groupOf`. Null if the job has no group. */
    group_id: uuid(),
    /**
     * The words of the title, the term of the company, the words of the location as terms, and the terms of the facts and of
     * corrected categories.
     */
    heading: tsvector().notNull(),
    /**
     * The stems of the words of the location and the description, and the words of the heading with `!` before each, all
     * without positions. The mark tells the words of a heading from those of a body, so that one index answers queries for
     * both.
     */
    body: tsvector().notNull(),
    /** The hashes of the description's words as written, apart from stop words; see the SQL function `exact_words`. */
    exact: integer().array().notNull(),
  },
  (table) => [
    // Each index ends with the columns by which lists are sorted, so that scanning it backwards yields a page.
    index('job_search_newest').on(table.date, table.job_id),
    index('job_search_by_type').on(table.type, table.date, table.job_id),
    // A company has so few jobs that those of one type need no index of their own.
    index('job_search_by_company').on(table.company_id, table.date, table.job_id),
    index('job_search_by_reach').on(table.reach, table.date, table.job_id),
    index('job_search_by_middle').on(table.middle, table.date, table.job_id),
    ...SALARY_RANGES.map(({ value }, number) =>
      index(`job_search_by_middle_in_range_${number}`)
        .on(table.middle, table.date, table.job_id)
        .where(isInRange(table, value, literal)),
    ),
    index('job_search_by_group')
      .on(table.group_id, table.date, table.job_id)
      .where(sql`${table.group_id} is not null`),
    // These GIN indexes have no pending list of new entries (`fastupdate`). While PostgreSQL moves entries from such a
    // list into the index, a scan may find a job with an excluded word, because it has looked for that word before the
    // word's entry was moved.
    // https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
    index('job_search_by_heading').using('gin', table.heading).with({ fastupdate: false }),
    index('job_search_by_words').using('gin', allWords(table)).with({ fastupdate: false }),
  ],
);

/** The value of `company_id` in the counts over all companies. */
export const ALL_COMPANIES = '00000000-0000-0000-0000-000000000000';

const jobCounts = {
  company_id: uuid().notNull(),
  type: text().notNull(),
  salary: text().notNull(),
  jobs: integer().notNull(),
  /** The same as in `job_search`. */
  salaries: integer().notNull().default(0),
};

/** The number of open jobs by company, type and salary ranges. `ALL_COMPANIES` has the totals. */
export const job_counts = pgTable('job_counts', jobCounts, (table) => [
  primaryKey({ columns: [table.company_id, table.type, table.salary, table.salaries] }),
]);

/**
 * Pending changes to `job_counts`. A write only inserts a row here, so that writes at the same time do not block each
 * other.
 */
export const job_count_changes = pgTable('job_count_changes', jobCounts);

/**
 * The number of open jobs of each company that has open jobs, for sorting companies by this number. Like `job_counts`,
 * the table lacks the pending changes. `name` is a copy of the company's name, for sorting companies with the same
 * number of jobs.
 */
export const company_counts = pgTable(
  'company_counts',
  { company_id: uuid().primaryKey(), name: text().notNull(), jobs: integer().notNull() },
  (table) => [
    index('company_counts_by_jobs').on(
      // The number is negative, so that all columns are in ascending order. The index can then be used for comparing
      // rows with a cursor.
      sql`(-${table.jobs})`,
      sql`${table.name} collate "und-x-icu"`,
      table.company_id,
    ),
  ],
);

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

/** The kinds of suggestions: a title of several jobs, a skill in the dictionary, or one of the largest companies. */
export const SUGGESTION_KINDS = ['title', 'skill', 'company'] as const;

/** What the search field suggests, apart from places. A scheduled task refreshes the table. */
export const search_suggestions = pgTable(
  'search_suggestions',
  {
    kind: text({ enum: SUGGESTION_KINDS }).notNull(),
    /** The suggested text in its most frequent spelling. For a company, its id. */
    label: text().notNull(),
    /** The words of all spellings of the suggestion. */
    words: tsvector().notNull(),
    /** For a title: the most frequent full titles among the counted jobs. */
    titles: text().array().notNull(),
    /** The number of open jobs, as of the last refresh. */
    jobs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.label] }),
    // The first index finds words that few suggestions contain, the second words that many suggestions contain.
    index('search_suggestions_by_words').using('gin', table.words),
    index('search_suggestions_by_jobs').on(table.kind, table.jobs),
  ],
);

/** The dictionary for spelling corrections: the words of jobs and company names, and pairs of adjacent words. */
export const search_dictionary = pgTable('search_dictionary', {
  /** A word without case and accents, or two such words with a space between them. */
  word: text().primaryKey(),
  /** How many of the scanned jobs, which are the newest ones, contain the word. */
  jobs: integer().notNull(),
  /**
   * The share of jobs that contain the word: among the scanned jobs or among all headings (titles with locations),
   * whichever is higher.
   */
  share: real().notNull().default(0),
  /**
   * The share of jobs with the word in the title or the location. A word in the name of a company counts as if several
   * jobs had it.
   */
  heading_share: real().notNull().default(0),
  /** Whether the name of a company contains the word. */
  is_name: boolean().notNull().default(false),
  /**
   * Whether a misspelled word may be corrected to this word. False for a word in only one description, which may be
   * misspelled itself.
   */
  is_target: boolean().notNull().default(true),
});
