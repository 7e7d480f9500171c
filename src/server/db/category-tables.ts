import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  CATEGORY_DESCRIPTION_LENGTH,
  CATEGORY_NAME_LENGTH,
  CATEGORY_SLUG_LENGTH,
  MAX_CATEGORY_TERMS,
} from '#shared/limits.ts';
import { jobs } from './schema.ts';

/** A limit in a check constraint, which cannot have parameters. */
const most = (limit: number) => sql.raw(String(limit));

/**
 * The shelves on which the operator presents jobs. Which jobs a category has is not stored: it follows from their titles and
 * skills, apart from the corrections in `job_categories`.
 */
export const categories = pgTable(
  'categories',
  {
    /** The name in URLs. */
    slug: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Words or phrases in the titles of its jobs. */
    words: text().array().notNull().default([]),
    /** Skills that its jobs name. */
    skills: text().array().notNull().default([]),
    /** The place in the list, from 0. */
    position: integer().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check(
      'categories_slug',
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= ${most(CATEGORY_SLUG_LENGTH)}`,
    ),
    check(
      'categories_name',
      sql`length(${table.name}) between 1 and ${most(CATEGORY_NAME_LENGTH)}`,
    ),
    check(
      'categories_description',
      sql`length(${table.description}) <= ${most(CATEGORY_DESCRIPTION_LENGTH)}`,
    ),
    check('categories_words', sql`cardinality(${table.words}) <= ${most(MAX_CATEGORY_TERMS)}`),
    check('categories_skills', sql`cardinality(${table.skills}) <= ${most(MAX_CATEGORY_TERMS)}`),
  ],
);

/** The corrections by hand: whether a person put a job into a category, or took it out. */
export const job_categories = pgTable(
  'job_categories',
  {
    job_id: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    category: text()
      .notNull()
      .references(() => categories.slug, { onDelete: 'cascade', onUpdate: 'cascade' }),
    belongs: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.job_id, table.category] }),
    index('job_categories_by_category').on(table.category),
  ],
);
