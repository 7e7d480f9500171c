import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { BoardDatabase } from '#server/db/client.ts';
import { ALL_COMPANIES } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';

/** Counted anew, where somebody asks, after so long (ms): accounts and companies have to be gone through. */
const FRESH = 30_000;

type Totals = { jobs: number; companies: number; accounts: number };

const TOTALS = named(
  'board_totals',
  sql`select
    (select coalesce(sum(jobs), 0)::float8
      from (table job_counts union all table job_count_changes) as kept
      where company_id = ${ALL_COMPANIES}) as jobs,
    (select count(*)::float8 from companies) as companies,
    (select count(*)::float8 from accounts) as accounts`,
);

type Given = { db: Pick<BoardDatabase, 'execute'>; logger: FastifyBaseLogger };

/**
 * How much there is. Who asks gets what was counted last and never waits for the database; where that cannot tell,
 * the figures are missing.
 */
export function boardMetrics(registry: Registry, { db, logger }: Given): void {
  let totals: Totals | undefined;
  let asked = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    try {
      const { rows } = await db.execute<Totals>(TOTALS);
      totals = rows[0];
    } catch (error) {
      totals = undefined;
      logger.warn({ err: error }, 'the jobs, companies and accounts were not counted');
    }
  }

  const ofTotals = (name: keyof Totals, help: string, collect = () => {}) =>
    new Gauge({
      name: `board_${name}`,
      help,
      aggregator: 'max',
      registers: [registry],
      collect() {
        collect();
        if (totals === undefined) this.remove();
        else this.set(totals[name]);
      },
    });
  ofTotals('jobs', 'Open jobs on the board.', () => {
    if (performance.now() - asked < FRESH) return;
    asked = performance.now();
    void renew();
  });
  ofTotals('companies', 'Companies on the board.');
  ofTotals('accounts', 'Accounts of people.');
}
