import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** A time in which jobs were posted: from its first moment up to its end, which is none of it. */
export type Window = { from: Date | undefined; until: Date | undefined };

/** On a smaller board everything is found at once. */
const SMALLEST_BOARD = 50_000;

/** About so many jobs are looked at first, and then so many; all others last. */
const FIRST = 20_000;
const SECOND = 80_000;

/** What is known of the dates is read anew after so long (ms). */
const FRESH = 5 * 60_000;

const WEEK = 7 * 24 * 60 * 60 * 1_000;

/** Moments with about as many jobs between each two of them, the latest first. */
type Quantiles = { moments: Date[]; jobsBetween: number };

const known = new WeakMap<Database, { at: number; quantiles: Promise<Quantiles | undefined> }>();

/**
 * Splits the time up to a moment such that a search newest first looks at few jobs: a frequent word is
 * found often enough in the first window, a rarer one has few hits in the next. Each begins with a week.
 */
export async function windowsUntil(db: Database, until: Date | undefined): Promise<Window[]> {
  const quantiles = await readQuantiles(db);
  if (!quantiles) return [{ from: undefined, until }];
  const earlier = quantiles.moments.filter((moment) => !until || moment < until);
  const windows: Window[] = [];
  let end = until;
  for (const jobs of [FIRST, FIRST + SECOND]) {
    const moment = earlier[Math.ceil(jobs / quantiles.jobsBetween)];
    const from = moment && startOfWeek(moment);
    if (!from || (end && from >= end)) continue;
    windows.push({ from, until: end });
    end = from;
  }
  return [...windows, { from: undefined, until: end }];
}

/** The weeks of a window as a `tsquery`, by the tokens that `words` has; undefined where it has no first. */
export function weeksIn({ from, until }: Window, now = new Date()): string | undefined {
  if (!from) return undefined;
  // A clock that is ahead may have dated a job a little into the future.
  const last = weekOf(until ?? new Date(now.getTime() + WEEK));
  const weeks: string[] = [];
  for (let week = weekOf(from); week <= last; week += 1) weeks.push(`'#${week}'`);
  return `(${weeks.join(' | ')})`;
}

function weekOf(moment: Date): number {
  return Math.floor(moment.getTime() / WEEK);
}

function startOfWeek(moment: Date): Date {
  return new Date(weekOf(moment) * WEEK);
}

function readQuantiles(db: Database): Promise<Quantiles | undefined> {
  const now = performance.now();
  const found = known.get(db);
  if (found && now - found.at < FRESH) return found.quantiles;
  const quantiles = askQuantiles(db);
  known.set(db, { at: now, quantiles });
  quantiles.catch(() => known.delete(db));
  return quantiles;
}

/**
 * What PostgreSQL keeps of the dates for its planner. https://www.postgresql.org/docs/current/view-pg-stats.html
 */
async function askQuantiles(db: Database): Promise<Quantiles | undefined> {
  // In milliseconds since 1970, from the latest on.
  const { rows } = await db.execute<{ moments: number[] | null; jobs: number }>(sql`
    select reltuples::float8 as jobs, (
      select array_agg(extract(epoch from moment)::float8 * 1000 order by moment desc)
      from pg_stats, unnest(histogram_bounds::text::timestamptz[]) as moment
      where schemaname = current_schema and tablename = 'job_search' and attname = 'date'
    ) as moments
    from pg_class where oid = 'job_search'::regclass`);
  const { moments, jobs } = rows[0] ?? { moments: null, jobs: 0 };
  if (!moments || moments.length < 2 || jobs < SMALLEST_BOARD) return undefined;
  return {
    moments: moments.map((moment) => new Date(moment)),
    jobsBetween: jobs / (moments.length - 1),
  };
}
