import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * The requests of each client in a time window, by all processes together. The table is unlogged: a crash empties it,
 * which only resets the rate limits. https://www.postgresql.org/docs/current/sql-createtable.html
 */
export const rate_limit_counts = pgTable(
  'rate_limit_counts',
  {
    /** The name of the rate limit and the client's network. */
    client: text().notNull(),
    /** The number of the window since 1970. */
    time_window: bigint({ mode: 'number' }).notNull(),
    requests: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.time_window] })],
);
