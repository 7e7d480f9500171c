import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import type { TermShare } from './text-query.ts';

/** How long statistics are used before they are read again (ms). */
const MAX_AGE = 5 * 60_000;

/**
 * The statistics that PostgreSQL's planner has for `job_search`. Estimates only affect speed, never results.
 * https://www.postgresql.org/docs/current/view-pg-stats.html
 */
export type Statistics = {
  jobs: number;
  /** Dates that divide the jobs into parts of about equal size, the latest first. Empty on a new board. */
  moments: Date[];
  shares: { heading: TermShare; words: TermShare };
  /** Returns frequent words of titles. The words begin with `start`, and the most frequent one comes first. */
  commonTitleWords: (start: string) => string[];
};

type CachedStatistics = { at: number; statistics: Promise<Statistics>; isRefreshing: boolean };

const cache = new WeakMap<BoardDatabase, CachedStatistics>();

/** Returns the cached statistics. If they are old, reads them again in the background. */
export function readStatistics(database: BoardDatabase): Promise<Statistics> {
  // All networks share the statistics, so use the database without the limit per network.
  const db = database.shared ?? database;
  const cached = cache.get(db);
  if (!cached) {
    const statistics = queryStatistics(db);
    cache.set(db, { at: performance.now(), statistics, isRefreshing: false });
    statistics.catch(() => cache.delete(db));
    return statistics;
  }
  if (performance.now() - cached.at > MAX_AGE && !cached.isRefreshing) {
    cached.isRefreshing = true;
    queryStatistics(db).then(
      (statistics) =>
        cache.set(db, {
          at: performance.now(),
          statistics: Promise.resolve(statistics),
          isRefreshing: false,
        }),
      // After a failure, the next search waits for a new query, and fails if that one fails.
      () => cache.delete(db),
    );
  }
  return cached.statistics;
}

type Row = {
  jobs: number;
  /** Times in ms since 1970. */
  moments: number[] | null;
  heading: CommonTerms | null;
  words: CommonTerms | null;
};

/**
 * The most common terms, and for each the share of jobs that contain it. `shares` ends with two more numbers: the
 * lowest and the highest share.
 */
type CommonTerms = { words: string[]; shares: number[] };

async function queryStatistics(db: BoardDatabase): Promise<Statistics> {
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<Row>(sql`/* search_statistics */
    with stats as (
      select * from pg_stats where schemaname = current_schema and tablename in ('job_search', 'job_search_by_words')
    ), words as (
      select tablename, attname, json_build_object(
        'words', most_common_elems::text::text[], 'shares', most_common_elem_freqs
      ) as shares from stats where most_common_elems is not null
    )
    select reltuples::float8 as jobs, (
      select array_agg(extract(epoch from moment)::float8 * 1000 order by moment desc)
      from stats, unnest(histogram_bounds::text::timestamptz[]) as moment where tablename = 'job_search' and attname = 'date'
    ) as moments,
      (select shares from words where tablename = 'job_search' and attname = 'heading') as heading,
      (select shares from words where tablename = 'job_search_by_words') as words
    from pg_class where oid = 'job_search'::regclass`),
  );
  const { jobs = 0, moments = null, heading = null, words = null } = rows[0] ?? {};
  return {
    jobs,
    moments: (moments ?? []).map((moment) => new Date(moment)),
    shares: { heading: termShare(heading), words: termShare(words) },
    commonTitleWords: (start) => titleWords(heading, start),
  };
}

/** How many uncommon terms are assumed to begin with a prefix. */
const TERMS_OF_PREFIX = 5;

/**
 * Returns a function that estimates shares. It assumes that an uncommon term is as frequent as the least common of the
 * common terms.
 */
function termShare(common: CommonTerms | null): TermShare {
  if (!common) return () => 1;
  const { words, shares } = common;
  const lowest = shares[words.length] ?? 1;
  const shareByTerm = new Map(words.map((word, index) => [word, shares[index] ?? 1]));
  const ofPrefix = (prefix: string) => {
    let sum = TERMS_OF_PREFIX * lowest;
    for (const [term, share] of shareByTerm) if (term.startsWith(prefix)) sum += share;
    return Math.min(1, sum);
  };
  return (term, isPrefix) => (isPrefix ? ofPrefix(term) : (shareByTerm.get(term) ?? lowest));
}

/** The maximum number of frequent words that are searched in place of an incomplete word. */
const MAX_COMPLETIONS = 10;

function titleWords(common: CommonTerms | null, start: string): string[] {
  const begun = (common?.words ?? []).flatMap((term, index) => {
    const isWord = term.startsWith(`"${start}`) && !/ |=/.test(term);
    return isWord ? [{ word: term.slice(1), share: common?.shares[index] ?? 0 }] : [];
  });
  return begun
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_COMPLETIONS)
    .map(({ word }) => word);
}
