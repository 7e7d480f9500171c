import pg from 'pg';
import { type StatementName, statementName } from './statement-name.ts';

/** A query that is over. */
export type QueryEnd = StatementName & {
  /** Milliseconds, without the wait for a connection. */
  duration: number;
  /** How many it returned or changed; undefined where it failed. */
  rows: number | undefined;
  /** With `$1` for its parameters. */
  text: string;
};

type Statement = string | { text: string; name?: string | undefined };
type Done = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Connections that tell of each of their queries, in a transaction or not, once it has ended or failed. The pool asks
 * with a callback, Drizzle in a transaction for a promise; what streams, as COPY does, is not told of.
 * https://node-postgres.com/apis/client#clientquery
 */
export function instrumentedClient(onQuery: (query: QueryEnd) => void): new () => pg.Client {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  return class TimedClient extends pg.Client {
    // Its overloads are for those who call it: here all of them are passed on as they came.
    override query = (...given: unknown[]): never => {
      const [statement] = given;
      if (!isStatement(statement)) return query.apply(this, given) as never;
      const begun = performance.now();
      const text = typeof statement === 'string' ? statement : statement.text;
      const end = (rows?: number | null) =>
        onQuery({
          ...statementName(typeof statement === 'string' ? { text } : statement),
          duration: performance.now() - begun,
          rows: rows ?? undefined,
          text,
        });
      const place = given.findIndex((each) => typeof each === 'function');
      if (place >= 0) {
        const done = given[place] as Done;
        given[place] = ((error, result) => {
          end(error ? undefined : (result?.rowCount ?? 0));
          done(error, result);
        }) satisfies Done;
        return query.apply(this, given) as never;
      }
      const answer = query.apply(this, given) as Promise<pg.QueryResult>;
      // Who asked is told of a failure by `answer` itself.
      answer.then(
        ({ rowCount }) => end(rowCount ?? 0),
        () => end(),
      );
      return answer as never;
    };
  };
}

function isStatement(given: unknown): given is Statement {
  if (typeof given === 'string') return true;
  return typeof given === 'object' && given !== null && 'text' in given && !('submit' in given);
}
