import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { transactionsOver } from './transactions.ts';

/**
 * Reads with generic plans. PostgreSQL makes such a plan once per connection, because planning takes longer than
 * executing. Generic plans suit queries for which one plan works well with all values. Statements that differ in parts
 * that are not parameters, such as a `limit`, have separate plans.
 */
export type PreparedReads = {
  /**
   * Runs a prepared query. Logs and metrics use `name`: snake case, at most 50 letters. Each form of the query is
   * prepared as `name_1`, `name_2`…
   */
  run<Row extends pg.QueryResultRow>(name: string, statement: SQL): Promise<Row[]>;
  /** Runs a Drizzle query that is prepared under its own name. */
  prepared<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /**
   * Runs a query that is planned at each execution, because its best plan depends on the values. Wrap raw SQL in
   * `named()`.
   */
  planned<Result>(
    read: (db: Reader & Pick<NodePgDatabase, 'transaction'>) => Promise<Result>,
  ): Promise<Result>;
};

/** The part of Drizzle that reads use, inside or outside a transaction. */
export type Reader = Pick<NodePgDatabase, 'select' | 'execute'>;

/**
 * Makes PostgreSQL always use the generic plan.
 * https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-PLAN-CACHE-MODE
 */
export const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

/**
 * The maximum number of prepared statements per connection. The first form of each query is prepared even beyond this
 * limit. Other statements are planned at each execution.
 */
const MAX_PREPARED = 100;

/** The maximum number of prepared forms of one query, so that its forms cannot displace those of other queries. */
const MAX_FORMS = 20;

/** How often a form must be used before it is prepared, so that a few odd requests cannot displace common forms. */
const MIN_USES = 3;
/** The maximum number of forms whose uses are counted. */
const MAX_COUNTED_FORMS = 1_000;

const dialect = new PgDialect();

/** Creates the reads. `pool` was opened with `ONE_PLAN`, and `planningPool`, which runs `planned` reads, was not. */
export function prepareReads(pool: pg.Pool, planningPool: pg.Pool): PreparedReads {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED_FORMS });
  const forms = new Map<string, number>();
  const countUse = (text: string): number => {
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    return count;
  };
  /** The name under which this form of a query is prepared; undefined if it is planned at each execution. */
  const nameOf = (query: string, text: string): string | undefined => {
    const existing = names.get(text);
    if (existing) return existing;
    const prepared = forms.get(query) ?? 0;
    const isFull = prepared >= MAX_FORMS || names.size >= MAX_PREPARED;
    if (isFull && prepared > 0) return undefined;
    if (countUse(text) < MIN_USES) return undefined;
    const name = `${query}_${prepared + 1}`;
    forms.set(query, prepared + 1);
    names.set(text, name);
    return name;
  };
  const preparing = drizzle(pool);
  const planning = Object.assign(drizzle(planningPool), {
    transaction: transactionsOver(planningPool),
  });
  return {
    async run<Row extends pg.QueryResultRow>(query: string, statement: SQL) {
      const { sql: text, params: values } = dialect.sqlToQuery(statement);
      const name = nameOf(query, text);
      const { rows } = await pool.query<Row>(
        name ? { name, text, values } : { text: `/* ${query} */ ${text}`, values },
      );
      return rows;
    },
    prepared: (read) => read(preparing),
    planned: (read) => read(planning),
  };
}
