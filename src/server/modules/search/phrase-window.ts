import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { matches } from './filters.ts';
import { newestJobs } from './newest-jobs.ts';
import type { Statistics } from './statistics.ts';
import { all, type TextQuery } from './text-query.ts';

/**
 * The maximum number of jobs whose descriptions are searched for a phrase: the newest ones with all its words. The
 * index shows only which jobs have the words. Checking whether the words are adjacent takes about 50 µs for each job.
 */
export const MAX_CHECKED = 2_000;

/**
 * In how many of the newest jobs `MAX_CHECKED` jobs with the words are sought: first in the smallest number, then in the
 * larger ones, and finally in all jobs.
 */
const PROBED_JOBS = [5_000, 20_000, 160_000];

/** The maximum number of terms for the dates of these jobs. Without them, all jobs with the words are sorted by date. */
const MAX_TERMS = 64;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/** Up to which length a range of dates is written as terms of hours, and as terms of days. */
const MAX_HOURS = 48;
const MAX_DAYS = 400;

/**
 * Finds the dates of the newest `MAX_CHECKED` jobs with all words of a phrase, as terms. Only the descriptions of jobs
 * with these dates are searched for the phrase. Returns an empty query if at most `MAX_CHECKED` jobs have the words,
 * because all of them are then searched. Row estimates only affect speed, never results.
 * @param words matches jobs with all words of the phrase
 */
export async function phraseWindow(
  db: BoardDatabase,
  statistics: Statistics,
  words: TextQuery,
): Promise<TextQuery> {
  for (const jobs of [...PROBED_JOBS, undefined]) {
    const newest =
      jobs === undefined ? undefined : newestJobs(statistics, jobs, undefined, MAX_TERMS);
    if (jobs !== undefined && !newest) continue;
    const terms = all([words, newest?.terms ?? '']);
    // Adding an interval to the date prevents the planner from reading the jobs by date.
    const statement = sql`select extract(epoch from ${job_search.date})::float8 * 1000 as moment from ${job_search}
        where ${matches({ column: 'words', terms })}
        order by ${job_search.date} + interval '0' desc offset ${sql.raw(String(MAX_CHECKED))} limit 1`;
    const [last] = await db.reads.run<{ moment: number }>('phrase_window', statement);
    if (last) return datesSince(last.moment, Date.now());
  }
  return '';
}

/** Matches jobs that were posted between two moments, by terms of hours or days. */
function datesSince(from: number, now: number): TextQuery {
  const inHours = now - from < MAX_HOURS * HOUR;
  const [sign, unit] = inHours ? ['~', HOUR] : ['#', DAY];
  // Add an hour, because the clocks of servers differ.
  const last = Math.floor((now + HOUR) / unit);
  const first = Math.max(Math.floor(from / unit), last - MAX_DAYS);
  const terms: string[] = [];
  for (let at = first; at <= last; at += 1) terms.push(`'${sign}${at}'`);
  return { any: terms };
}
