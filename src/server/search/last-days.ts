import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** On a smaller board everything is found at once. */
const SMALLEST_BOARD = 50_000;

/** About so many jobs are looked at before all others. */
const FIRST = 20_000;

/** What is known of the dates is read anew after so long (ms). */
const FRESH = 5 * 60_000;

const DAY = 24 * 60 * 60 * 1_000;

/** Moments with about as many jobs between each two of them, the latest first. */
type Quantiles = { moments: Date[]; jobsBetween: number };

const known = new WeakMap<Database, { at: number; quantiles: Promise<Quantiles | undefined> }>();

/** The last days up to a moment: `days` as a `tsquery` of the tokens that the search keeps. */
export type LastDays = { from: Date; days: string };

/**
 * The days in which the newest few of the jobs up to a moment were posted, on a board of many; undefined
 * where that would be no help.
 */
export async function lastDays(db: Database, moment?: Date): Promise<LastDays | undefined> {
  // A list may be said to go on behind any moment, and there are no days with jobs from tomorrow on.
  const tomorrow = new Date(Date.now() + DAY);
  const until = moment && moment < tomorrow ? moment : tomorrow;
  const quantiles = await readQuantiles(db);
  const earlier = quantiles?.moments.filter((quantile) => quantile < until) ?? [];
  const first = quantiles && earlier[Math.ceil(FIRST / quantiles.jobsBetween)];
  if (!first) return undefined;
  const days: string[] = [];
  for (let day = dayOf(first); day <= dayOf(until); day += 1) days.push(`'#${day}'`);
  return { from: new Date(dayOf(first) * DAY), days: `(${days.join(' | ')})` };
}

function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / DAY);
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
