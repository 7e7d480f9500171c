import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { transactionsOver } from './transactions.ts';

/**
 * Reads with generic plans, which PostgreSQL makes once on each connection, because planning takes longer than executing
 * them. They suit queries that one plan serves well for all values. Text of the statement that is not a parameter, such
 * as a `limit`, is part of the plan.
 */
export type PreparedReads = {
  /** Logs and metrics use `name`: snake case, at most 50 letters. Each form of the query is prepared as `name_1`, `name_2`… */
  run<Row extends pg.QueryResultRow>(name: string, statement: SQL): Promise<Row[]>;
  /** For Drizzle queries that are prepared under a name of their own. */
  prepared<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /** Plans each execution with its values, for queries whose best plan depends on them. Wrap raw SQL in `named()`. */
  planned<Result>(
    read: (db: Reader & Pick<NodePgDatabase, 'transaction'>) => Promise<Result>,
  ): Promise<Result>;
};

/** What a read needs of Drizzle, inside or outside a transaction. */
export type Reader = Pick<NodePgDatabase, 'select' | 'execute'>;

/** https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-PLAN-CACHE-MODE */
export const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

/** Maximum of prepared statements per connection. Rarer forms are planned at each execution. */
const MAX_PREPARED = 100;

/** A form is prepared from this use on, so that a few odd requests cannot displace common forms. */
const MIN_USES = 3;
/** The number of forms whose uses are counted. */
const MAX_COUNTED_FORMS = 1_000;

const dialect = new PgDialect();

/** Creates the reads over a pool opened with `ONE_PLAN` and another opened without. */
export function prepareReads(pool: pg.Pool, planningPool: pg.Pool): PreparedReads {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED_FORMS });
  const forms = new Map<string, number>();
  const nameOf = (query: string, text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED) return known;
    const used = (uses.get(text) ?? 0) + 1;
    uses.set(text, used);
    if (used < MIN_USES) return undefined;
    const form = (forms.get(query) ?? 0) + 1;
    forms.set(query, form);
    const name = `${query}_${form}`;
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
