import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { PAGE_PLACES, type PagePlace } from '#shared/domain/pages.ts';
import { PAGE_TEXT_LENGTH, SITE_NAME_LENGTH } from '#shared/limits.ts';

const places = sql.raw(`(${PAGE_PLACES.map((place) => `'${place}'`).join(', ')})`);

/**
 * The pages that site admins have written. A row of a specified page, such as the imprint, replaces its default title, text
 * and place. The audit trail keeps the earlier versions.
 */
export const pages = pgTable(
  'pages',
  {
    /** The name of the page in its URL. */
    slug: text().primaryKey(),
    title: text().notNull(),
    /** Markdown. */
    text: text().notNull(),
    place: text().$type<PagePlace>().notNull(),
    /** Pages with a lower position are linked first. */
    position: integer().notNull(),
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('pages_slug', sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('pages_title', sql`char_length(${table.title}) <= ${sql.raw(String(SITE_NAME_LENGTH))}`),
    check('pages_text', sql`char_length(${table.text}) <= ${sql.raw(String(PAGE_TEXT_LENGTH))}`),
    check('pages_place', sql`${table.place} in ${places}`),
  ],
);
