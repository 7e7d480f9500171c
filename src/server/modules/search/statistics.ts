import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import type { ShareOfWord } from './text-query.ts';

/** What is known is read anew after so long (ms). */
const FRESH = 5 * 60_000;

/**
 * What PostgreSQL keeps of the table that is searched, for its planner; rarely quite true.
 * https://www.postgresql.org/docs/current/view-pg-stats.html
 */
export type Statistics = {
  jobs: number;
  /** Moments with about as many jobs between each two of them, the latest first; none of a new board. */
  moments: Date[];
  shares: { heading: ShareOfWord; words: ShareOfWord };
};

type Known = { at: number; statistics: Promise<Statistics>; renewing: boolean };

const known = new WeakMap<BoardDatabase, Known>();

/** Nobody waits for what is known to be read anew. */
export function readStatistics(given: BoardDatabase): Promise<Statistics> {
  // They are for all networks alike.
  const db = given.shared ?? given;
  const found = known.get(db);
  if (!found) {
    const statistics = askStatistics(db);
    known.set(db, { at: performance.now(), statistics, renewing: false });
    statistics.catch(() => known.delete(db));
    return statistics;
  }
  if (performance.now() - found.at > FRESH && !found.renewing) {
    found.renewing = true;
    askStatistics(db).then(
      (statistics) =>
        known.set(db, {
          at: performance.now(),
          statistics: Promise.resolve(statistics),
          renewing: false,
        }),
      // Whoever asks next waits, and is told.
      () => known.delete(db),
    );
  }
  return found.statistics;
}

type Row = {
  jobs: number;
  moments: number[] | null;
  heading: Words | null;
  words: Words | null;
};

/** The words that stand in most jobs, in which share of them each, and the least and the largest share. */
type Words = { words: string[]; shares: number[] };

async function askStatistics(db: BoardDatabase): Promise<Statistics> {
  // In milliseconds since 1970, from the latest on.
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<Row>(sql`/* search_statistics */
    with kept as (
      select * from pg_stats where schemaname = current_schema and tablename = 'job_search'
    ), words as (
      select attname, json_build_object(
        'words', most_common_elems::text::text[], 'shares', most_common_elem_freqs
      ) as shares from kept where most_common_elems is not null
    )
    select reltuples::float8 as jobs, (
      select array_agg(extract(epoch from moment)::float8 * 1000 order by moment desc)
      from kept, unnest(histogram_bounds::text::timestamptz[]) as moment where attname = 'date'
    ) as moments,
      (select shares from words where attname = 'heading') as heading,
      (select shares from words where attname = 'words') as words
    from pg_class where oid = 'job_search'::regclass`),
  );
  const { jobs = 0, moments = null, heading = null, words = null } = rows[0] ?? {};
  return {
    jobs,
    moments: (moments ?? []).map((moment) => new Date(moment)),
    shares: { heading: shareOfEach(heading), words: shareOfEach(words) },
  };
}

/** Of the words that are not among those of most jobs, a beginning is taken to have about so many. */
const ENDINGS = 5;

/** A word that is not among those of most jobs stands in fewer than each of these. */
function shareOfEach(kept: Words | null): ShareOfWord {
  if (!kept) return () => 1;
  const { words, shares } = kept;
  const least = shares[words.length] ?? 1;
  const ofWords = new Map(words.map((word, place) => [word, shares[place] ?? 1]));
  const ofBeginning = (beginning: string) => {
    let sum = ENDINGS * least;
    for (const [word, share] of ofWords) if (word.startsWith(beginning)) sum += share;
    return Math.min(1, sum);
  };
  return (word, begun) => (begun ? ofBeginning(word) : (ofWords.get(word) ?? least));
}
