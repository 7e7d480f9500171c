import pg from 'pg';
import { type StatementName, statementName } from './statement-name.ts';

/** A finished query. */
export type QueryEnd = StatementName & {
  /** The duration without the wait for a connection (ms). */
  duration: number;
  /** The number of rows returned or changed; undefined if the query failed. */
  rows: number | undefined;
  /** The SQL, with `$1` and so on in place of its parameters. */
  text: string;
};

type Statement = string | { text: string; name?: string | undefined };
type Callback = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Creates a client class that reports each query when it has succeeded or failed, inside or outside a transaction.
 * Handles both kinds of calls: the pool passes a callback, and Drizzle uses promises in a transaction. Streams such as
 * COPY are not reported. https://node-postgres.com/apis/client#clientquery
 */
export function instrumentedClient(onQuery: (query: QueryEnd) => void): new () => pg.Client {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  return class InstrumentedClient extends pg.Client {
    // The overloads matter only to callers; this override passes all arguments on unchanged.
    override query = (...args: unknown[]): never => {
      const [statement] = args;
      if (!isStatement(statement)) return query.apply(this, args) as never;
      const startedAt = performance.now();
      const text = typeof statement === 'string' ? statement : statement.text;
      const end = (rows?: number | null) =>
        onQuery({
          ...statementName(typeof statement === 'string' ? { text } : statement),
          duration: performance.now() - startedAt,
          rows: rows ?? undefined,
          text,
        });
      const index = args.findIndex((arg) => typeof arg === 'function');
      if (index >= 0) {
        const callback = args[index] as Callback;
        args[index] = ((error, result) => {
          end(error ? undefined : (result?.rowCount ?? 0));
          callback(error, result);
        }) satisfies Callback;
        return query.apply(this, args) as never;
      }
      const result = query.apply(this, args) as Promise<pg.QueryResult>;
      // The caller handles a rejection of `result`. This handler only measures.
      result.then(
        ({ rowCount }) => end(rowCount ?? 0),
        () => end(),
      );
      return result as never;
    };
  };
}

function isStatement(value: unknown): value is Statement {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && 'text' in value && !('submit' in value);
}
