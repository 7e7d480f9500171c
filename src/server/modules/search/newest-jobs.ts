import type { Statistics } from './statistics.ts';

/** On a smaller board, searching the newest jobs first saves nothing (jobs). */
const MIN_JOBS = 50_000;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/**
 * How many hour or day terms a query may contain. The index looks up each of them for each job that has the rarest
 * word, so longer ranges are searched by days, and even longer ones without terms.
 */
const MAX_TERMS = 8;

/** A range of dates: from `from` on, as a `tsquery` of hour or day terms. */
export type DateRange = { from: Date; terms: string };

/**
 * A range of dates that is estimated to contain `jobs` of the newest jobs up to a moment. Undefined if it would not speed
 * up the search. Dates in the future are only expected within the clock difference of two servers.
 */
export function newestJobs(
  statistics: Statistics,
  jobs: number,
  moment?: Date,
): DateRange | undefined {
  if (statistics.jobs < MIN_JOBS) return undefined;
  const soon = new Date(Date.now() + HOUR);
  // A cursor may contain any moment.
  const until = moment && moment < soon ? moment : soon;
  const first = momentBefore(statistics, until, jobs);
  if (!first) return undefined;
  const inHours = until.getTime() - first.getTime() <= MAX_TERMS * HOUR;
  const [sign, unit] = inHours ? ['~', HOUR] : ['#', DAY];
  const from = Math.floor(first.getTime() / unit);
  const to = Math.floor(until.getTime() / unit);
  if (to - from > MAX_TERMS) return undefined;
  const terms: string[] = [];
  for (let at = from; at <= to; at += 1) terms.push(`'${sign}${at}'`);
  return { from: new Date(from * unit), terms: `(${terms.join(' | ')})` };
}

/** The moment with an estimated number of jobs between it and a later one. Undefined if there are fewer jobs. */
function momentBefore(
  { jobs: all, moments }: Statistics,
  later: Date,
  jobs: number,
): Date | undefined {
  const jobsPerPart = all / (moments.length - 1);
  let left = jobs;
  for (const [number, start] of moments.slice(1).entries()) {
    const end = moments[number];
    if (!end || start >= later) continue;
    const length = end.getTime() - start.getTime();
    // Of the part that contains the later moment, only what precedes that moment counts.
    const skipped = Math.max(0, end.getTime() - later.getTime());
    const jobsInPart = jobsPerPart * (1 - skipped / (length || 1));
    if (left <= jobsInPart) {
      return new Date(end.getTime() - skipped - (left / jobsPerPart) * length);
    }
    left -= jobsInPart;
  }
  return undefined;
}
