import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { transactionsOver } from './transactions.ts';

/**
 * Reads whose plans are made once on each connection and kept, whatever is asked for: planning takes longer
 * than these reads themselves. For what one plan serves well with any values. What is written into the
 * statement and is no parameter is part of the plan, as a `limit` has to be.
 */
export type PreparedReads = {
  /** `name`, in snake case and at most 50 letters, stands in logs and figures; each form is prepared by a number more. */
  run<Row extends pg.QueryResultRow>(name: string, statement: SQL): Promise<Row[]>;
  /** For what Drizzle builds, to be prepared by a name of its own. */
  prepared<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /** For what is better planned each time, for its own values; what Drizzle does not build is `named`. */
  planned<Result>(
    read: (db: Reader & Pick<NodePgDatabase, 'transaction'>) => Promise<Result>,
  ): Promise<Result>;
};

/** What a read needs: the board's tables as they are, in a transaction or beside all of them. */
export type Reader = Pick<NodePgDatabase, 'select' | 'execute'>;

/** https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-PLAN-CACHE-MODE */
export const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

/** Every connection keeps each of them: what is asked in rarer forms is planned each time. */
const MOST_KEPT = 100;

/** A form is kept from this use on, so that a few odd requests cannot take the place of usual ones. */
const USUAL = 3;
const MAX_EXACT_COUNT = 1_000;

const dialect = new PgDialect();

/** Over connections that were opened with `ONE_PLAN`, and others that were not. */
export function prepareReads(pool: pg.Pool, planningPool: pg.Pool): PreparedReads {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: MAX_EXACT_COUNT });
  const forms = new Map<string, number>();
  const nameOf = (query: string, text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MOST_KEPT) return known;
    const used = (uses.get(text) ?? 0) + 1;
    uses.set(text, used);
    if (used < USUAL) return undefined;
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
