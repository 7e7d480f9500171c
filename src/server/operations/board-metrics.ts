import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { BoardDatabase } from '#server/db/client.ts';
import { ALL_COMPANIES } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import { liveGauge } from '#server/platform/metrics/registry.ts';

/**
 * The maximum age of the totals (ms). They are counted again only when a scrape needs newer ones, because counting
 * accounts and companies scans tables.
 */
const MAX_AGE = 30_000;

type Totals = { jobs: number; companies: number; accounts: number };

const TOTALS = named(
  'board_totals',
  sql`select
    (select coalesce(sum(jobs), 0)::float8
      from (table job_counts union all table job_count_changes) as counts
      where company_id = ${ALL_COMPANIES}) as jobs,
    (select count(*)::float8 from companies) as companies,
    (select count(*)::float8 from accounts) as accounts`,
);

type Options = { db: Pick<BoardDatabase, 'execute'>; logger: FastifyBaseLogger };

/**
 * Registers metrics of the number of jobs, companies and accounts. A scrape returns the last totals without waiting for
 * the database. If the last count failed, the metrics are left out.
 */
export function boardMetrics(registry: Registry, { db, logger }: Options): void {
  let totals: Totals | undefined;
  let countedAt = Number.NEGATIVE_INFINITY;

  async function count(): Promise<void> {
    try {
      const { rows } = await db.execute<Totals>(TOTALS);
      totals = rows[0];
    } catch (error) {
      totals = undefined;
      logger.warn({ err: error }, 'Board totals not counted; metrics omitted');
    }
  }

  function total(name: keyof Totals): number | undefined {
    if (performance.now() - countedAt >= MAX_AGE) {
      countedAt = performance.now();
      void count();
    }
    return totals?.[name];
  }

  const totalsGauge = (name: keyof Totals, help: string) =>
    liveGauge(registry, { name: `board_${name}`, help, aggregator: 'max' }, () => total(name));
  totalsGauge('jobs', 'Open jobs on the board.');
  totalsGauge('companies', 'Companies on the board.');
  totalsGauge('accounts', 'Accounts of people.');
}
