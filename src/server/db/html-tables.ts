import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companies, jobs } from './schema.ts';

/**
 * Rendered HTML of descriptions, cached because rendering is slow. It is in separate tables so that the audit trail,
 * versions, change notifications and backups ignore it. A row is current while its renderer and the digest of the
 * Markdown match.
 */
const html = () => ({
  renderer: integer().notNull(),
  /** SHA-256 of the Markdown, in hexadecimal digits. */
  digest: text().notNull(),
  html: text().notNull(),
});

export const job_html = pgTable(
  'job_html',
  {
    id: uuid()
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    ...html(),
  },
  (table) => [index('job_html_by_renderer').on(table.renderer)],
);

export const company_html = pgTable(
  'company_html',
  {
    id: uuid()
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ...html(),
  },
  (table) => [index('company_html_by_renderer').on(table.renderer)],
);
