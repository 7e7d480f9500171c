import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * The number of requests of each client in a time window, added up over all processes. The table is unlogged. A crash
 * empties it, which only resets the rate limits. https://www.postgresql.org/docs/current/sql-createtable.html
 */
export const rate_limit_counts = pgTable(
  'rate_limit_counts',
  {
    /** The name of the rate limit, and the network of the client. */
    client: text().notNull(),
    /** The number of the time window, counted since 1970. */
    time_window: bigint({ mode: 'number' }).notNull(),
    requests: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.time_window] })],
);
