import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Rate limits: the number of calls of each client per window, shared by all processes. Unlogged, because losing the
 * counts in a crash is harmless. https://www.postgresql.org/docs/current/sql-createtable.html
 */
export const call_counts = pgTable(
  'call_counts',
  {
    /** The name of the limit and the client's address. */
    caller: text().notNull(),
    /** The window's number since 1970. */
    stretch: bigint({ mode: 'number' }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.stretch] })],
);
