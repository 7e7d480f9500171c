import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * How often each caller has called within a stretch of time, by all processes together. Unlogged: after a crash
 * it is empty, which harms nobody. https://www.postgresql.org/docs/current/sql-createtable.html
 */
export const call_counts = pgTable(
  'call_counts',
  {
    /** What is counted, and of which address. */
    caller: text().notNull(),
    /** The stretch's number since 1970. */
    stretch: bigint({ mode: 'number' }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.stretch] })],
);
