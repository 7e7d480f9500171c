import { DrizzleQueryError } from 'drizzle-orm';

/** Drizzle's own message is the statement and its parameters; what PostgreSQL or the network said is the cause. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}
