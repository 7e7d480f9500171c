import type { FastifyBaseLogger } from 'fastify';
import type { QueryEnd } from './instrumented-client.ts';
import { withoutLiterals } from './statement-name.ts';

/** After the first slow query of a plan, all slow queries of this plan within this time are logged in one line (ms). */
const SUMMARY_INTERVAL = 1_000;

type Summary = { queries: number; longest: number };

/**
 * Logs queries that take `threshold` (ms) or longer, with the name of their plan (see `StatementName`) and without
 * values. The first slow query of a plan is logged at once, and those in the following second are logged in one line.
 */
export function logSlowQueries(
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>,
  threshold: number,
): (query: QueryEnd) => void {
  const summaries = new Map<string, Summary>();

  function summarize(plan: string): void {
    const summary: Summary = { queries: 0, longest: 0 };
    summaries.set(plan, summary);
    setTimeout(() => {
      summaries.delete(plan);
      if (summary.queries === 0) return;
      const { queries, longest } = summary;
      log.warn({ plan, queries, duration: Math.round(longest) }, 'Slow queries');
      summarize(plan);
    }, SUMMARY_INTERVAL).unref();
  }

  return ({ plan, duration, rows, text }) => {
    if (duration < threshold) return;
    const summary = summaries.get(plan);
    if (summary) {
      summary.queries += 1;
      summary.longest = Math.max(summary.longest, duration);
      return;
    }
    const outcome = rows === undefined ? { failed: true } : { rows };
    log.warn({ plan, duration: Math.round(duration), ...outcome }, 'Slow query');
    log.debug({ plan, sql: withoutLiterals(text) }, 'Slow query text');
    summarize(plan);
  };
}
