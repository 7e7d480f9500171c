import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companies, jobs } from './schema.ts';

/**
 * A description's HTML, which takes long to render; apart from the rows that the audit trail, the version and the change
 * notices go by, and left out of backups. It is current while the renderer and the digest of the Markdown are.
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
