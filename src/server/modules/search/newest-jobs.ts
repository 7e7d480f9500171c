import type { Statistics } from './statistics.ts';

/** Fewer are found at once. */
const FEWEST = 50_000;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/**
 * Each token that is asked for is looked up for each job that has the rarest of the words: beyond so many hours
 * it goes by days, and beyond as many days it is quicker not to.
 */
const MOST_TOKENS = 8;

/** Jobs from a moment on: `tokens` as a `tsquery` of those that the search keeps of each job's date. */
export type NewestJobs = { from: Date; tokens: string };

/**
 * About so many of the jobs up to a moment, the newest of them, on a board of many; undefined where that
 * would be no help. A job's date is taken to be no later than now, but for what clocks differ by.
 */
export function newestJobs(
  statistics: Statistics,
  jobs: number,
  moment?: Date,
): NewestJobs | undefined {
  if (statistics.jobs < FEWEST) return undefined;
  const soon = new Date(Date.now() + HOUR);
  // A list may be said to go on behind any moment.
  const until = moment && moment < soon ? moment : soon;
  const first = momentBefore(statistics, until, jobs);
  if (!first) return undefined;
  const inHours = until.getTime() - first.getTime() <= MOST_TOKENS * HOUR;
  const [sign, unit] = inHours ? ['~', HOUR] : ['#', DAY];
  const from = Math.floor(first.getTime() / unit);
  const to = Math.floor(until.getTime() / unit);
  if (to - from > MOST_TOKENS) return undefined;
  const tokens: string[] = [];
  for (let at = from; at <= to; at += 1) tokens.push(`'${sign}${at}'`);
  return { from: new Date(from * unit), tokens: `(${tokens.join(' | ')})` };
}

/** With about so many jobs between it and the later one; undefined where there are not as many. */
function momentBefore(
  { jobs: all, moments }: Statistics,
  later: Date,
  jobs: number,
): Date | undefined {
  const between = all / (moments.length - 1);
  let left = jobs;
  for (const [number, start] of moments.slice(1).entries()) {
    const end = moments[number];
    if (!end || start >= later) continue;
    const length = end.getTime() - start.getTime();
    // Of the stretch that the later moment is in, what is before it.
    const skipped = Math.max(0, end.getTime() - later.getTime());
    const inStretch = between * (1 - skipped / (length || 1));
    if (left <= inStretch) {
      return new Date(end.getTime() - skipped - (left / between) * length);
    }
    left -= inStretch;
  }
  return undefined;
}
