import type { FastifyBaseLogger } from 'fastify';
import type { QueryEnd } from './instrumented-client.ts';
import { withoutLiterals } from './statement-name.ts';

/** A slow database is slow for all: of one plan there is at most one line in as long (ms). */
const SUM_INTERVAL = 1_000;

type Sum = { queries: number; longest: number };

/**
 * Tells of queries that take as long (ms) or longer: by the name of their plan, and never with values. The first of a
 * plan has a line at once; those of the second behind it are told of together.
 */
export function logSlowQueries(
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>,
  threshold: number,
): (query: QueryEnd) => void {
  const sums = new Map<string, Sum>();

  function sumUp(plan: string): void {
    const sum: Sum = { queries: 0, longest: 0 };
    sums.set(plan, sum);
    setTimeout(() => {
      sums.delete(plan);
      if (sum.queries === 0) return;
      const { queries, longest } = sum;
      log.warn({ plan, queries, duration: Math.round(longest) }, 'slow queries');
      sumUp(plan);
    }, SUM_INTERVAL).unref();
  }

  return ({ plan, duration, rows, text }) => {
    if (duration < threshold) return;
    const sum = sums.get(plan);
    if (sum) {
      sum.queries += 1;
      sum.longest = Math.max(sum.longest, duration);
      return;
    }
    const outcome = rows === undefined ? { failed: true } : { rows };
    log.warn({ plan, duration: Math.round(duration), ...outcome }, 'a slow query');
    log.debug({ plan, sql: withoutLiterals(text) }, 'the text of a slow query');
    sumUp(plan);
  };
}
