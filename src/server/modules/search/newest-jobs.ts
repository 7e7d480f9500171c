import type { Statistics } from './statistics.ts';

/** The minimum number of jobs on the board. On a smaller board, searching the newest jobs first saves no time. */
const MIN_JOBS = 50_000;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/**
 * The usual maximum number of hour or day terms in a query. The index looks up each term for each job with the rarest word.
 * Therefore, long ranges are searched by day instead of by hour, and even longer ones without such terms.
 */
const MAX_TERMS = 8;

/** A range of dates that begins at `from`, as a `tsquery` of hour or day terms. */
export type DateRange = { from: Date; terms: string };

/**
 * Estimates the range of dates up to `moment` that contains this number of the newest jobs. Returns undefined if the
 * range would not make the search faster. The range ends at most an hour from now, because the clocks of servers
 * differ.
 * @param maxTerms if the range has more terms, searching it is not faster
 */
export function newestJobs(
  statistics: Statistics,
  jobs: number,
  moment?: Date,
  maxTerms = MAX_TERMS,
): DateRange | undefined {
  if (statistics.jobs < MIN_JOBS) return undefined;
  const soon = new Date(Date.now() + HOUR);
  // Do not go beyond `soon`: a cursor may contain any date.
  const until = moment && moment < soon ? moment : soon;
  const first = momentBefore(statistics, until, jobs);
  if (!first) return undefined;
  const inHours = until.getTime() - first.getTime() <= MAX_TERMS * HOUR;
  const [sign, unit] = inHours ? ['~', HOUR] : ['#', DAY];
  const from = Math.floor(first.getTime() / unit);
  const to = Math.floor(until.getTime() / unit);
  if (to - from > maxTerms) return undefined;
  const terms: string[] = [];
  for (let at = from; at <= to; at += 1) terms.push(`'${sign}${at}'`);
  return { from: new Date(from * unit), terms: `(${terms.join(' | ')})` };
}

/**
 * Estimates the time since which this number of jobs has been posted, counting back from `later`. Returns undefined if
 * there are fewer jobs.
 */
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
    // In the part that contains `later`, count only the jobs before it.
    const skipped = Math.max(0, end.getTime() - later.getTime());
    const jobsInPart = jobsPerPart * (1 - skipped / (length || 1));
    if (left <= jobsInPart) {
      return new Date(end.getTime() - skipped - (left / jobsPerPart) * length);
    }
    left -= jobsInPart;
  }
  return undefined;
}
