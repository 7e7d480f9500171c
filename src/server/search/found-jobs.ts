import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import type { Cursor } from '#server/http/cursor.ts';
import type { JobOrder } from '#shared/constants/job-search.ts';
import { matches } from './job-search.ts';
import type { Match, Query } from './match.ts';
import { weeksIn, windowsUntil } from './windows.ts';

/** What is listed: `conditions` are all but the words'. */
export type Listing = { conditions: SQL[]; match: Match | undefined; order: JobOrder };

/** A row of the list, by what it is ordered by: the tier of a best match, or what the salary reaches. */
export type Place = { rank: number; date: Date; id: string };

const newestFirst = sql`${job_search.date} desc, ${job_search.job_id} desc`;

/**
 * The same, in words that no index has: what was too rare for the first window is to be found by its words,
 * and not by walking through all jobs.
 */
const newestOfFew = sql`${job_search.date} + interval '0' desc, ${job_search.job_id} desc`;

/** The key of a cursor: the rank, unless the order has none, and the date. */
export function placeKey(order: JobOrder, { rank, date }: Place): string {
  return order === 'newest' ? date.toISOString() : `${rank} ${date.toISOString()}`;
}

/** Whether a cursor's key is of such a list. */
export function isPlaceKey(order: JobOrder): (key: string) => boolean {
  const rank = { newest: /^/, match: /^[0-4] /, salary: /^(-1|\d{1,10}) / }[order];
  return (key) => rank.test(key) && isMoment(key.replace(rank, ''));
}

function readPlace(order: JobOrder, { key, id }: Cursor): Place {
  const parts = key.split(' ');
  const rank = order === 'newest' ? 0 : Number(parts[0]);
  return { rank, date: new Date(parts.at(-1) ?? ''), id };
}

/** A moment as we write it: `Date` would take a 30th of February too, PostgreSQL takes no year 0. */
function isMoment(key: string): boolean {
  const moment = new Date(key);
  return moment.getUTCFullYear() > 0 && key.length === 24 && moment.toISOString() === key;
}

/**
 * At most so many jobs behind `after`, in order. Each part of each statement is one walk of one index; see
 * docs/decisions/014-search.md for their plans.
 */
export async function findJobs(
  db: Database,
  listing: Listing,
  after: Cursor | undefined,
  limit: number,
): Promise<{ id: string; rank: number }[]> {
  const { order, match } = listing;
  const place = after && readPlace(order, after);
  if (order === 'match' && match && match.tiers.length > 0) {
    return findByTier(db, listing, match, place, limit);
  }
  const statement =
    order === 'salary'
      ? bySalary(listing, place, limit)
      : await byDate(db, { listing, query: match?.all, place, rank: 0, limit });
  return run(db, statement);
}

/** One statement after the other, until there are enough: most searches need the first alone. */
async function findByTier(
  db: Database,
  listing: Listing,
  match: Match,
  place: Place | undefined,
  limit: number,
) {
  const found: { id: string; rank: number }[] = [];
  for (const ranks of [[0, 1], [2], [3], [4]]) {
    const parts = await Promise.all(
      ranks.flatMap((rank) => {
        const tier = match.tiers[rank];
        if (!tier || (place && rank < place.rank)) return [];
        const conditions = [
          ...listing.conditions,
          ...tier.without.flatMap((number) => {
            const better = match.tiers[number];
            return better ? [sql`not ${matches(better.query)}`] : [];
          }),
          ...(match.unwanted ? [matches({ column: 'words', text: match.unwanted })] : []),
        ];
        return byDate(db, {
          listing: { ...listing, conditions },
          query: tier.query,
          place: place?.rank === rank ? place : undefined,
          rank,
          limit: limit - found.length,
        });
      }),
    );
    if (parts.length > 0) found.push(...(await run(db, inTurn(parts, limit - found.length))));
    if (found.length >= limit) break;
  }
  return found;
}

type ByDate = {
  listing: Pick<Listing, 'conditions'>;
  query: Query | undefined;
  place: Place | undefined;
  rank: number;
  limit: number;
};

/** Newest first; words are looked for in one window of time after the other. */
async function byDate(db: Database, { listing, query, place, rank, limit }: ByDate): Promise<SQL> {
  const select = (conditions: SQL[], order: SQL) =>
    sql`select ${job_search.job_id} as id, ${sql.raw(String(rank))} as rank from ${job_search}${where(
      [...listing.conditions, ...conditions, ...(place ? [behind(place)] : [])],
    )} order by ${order} limit ${limit}`;
  if (!query) return select([], newestFirst);
  const windows = await windowsUntil(db, place?.date);
  const parts = windows.map((window, number) => {
    const weeks = weeksIn(window);
    const text = weeks ? `(${query.text}) & ${weeks}` : query.text;
    const conditions = [
      matches({ ...query, text }),
      ...(window.from ? [gte(job_search.date, window.from)] : []),
      // The end of the first is the row that the list goes on behind.
      ...(window.until && number > 0 ? [lt(job_search.date, window.until)] : []),
    ];
    return select(conditions, number === 0 ? newestFirst : newestOfFew);
  });
  return inTurn(parts, limit);
}

function bySalary({ conditions, match }: Listing, place: Place | undefined, limit: number): SQL {
  const behindPlace =
    place &&
    sql`(${job_search.reach}, ${job_search.date}, ${job_search.job_id})
      < (${place.rank}::integer, ${place.date.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return sql`select ${job_search.job_id} as id, ${job_search.reach} as rank from ${job_search}${where(
    [...conditions, ...(match ? [matches(match.all)] : []), ...(behindPlace ? [behindPlace] : [])],
  )} order by ${job_search.reach} desc, ${newestFirst} limit ${limit}`;
}

/** PostgreSQL runs the parts of a union one after the other, and stops at the limit. */
function inTurn(parts: SQL[], limit: number): SQL {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return sql`${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )} limit ${limit}`;
}

function behind({ date, id }: Place): SQL {
  return sql`(${job_search.date}, ${job_search.job_id})
    < (${date.toISOString()}::timestamptz, ${id}::uuid)`;
}

function where(conditions: SQL[]): SQL {
  return conditions.length > 0 ? sql` where ${and(...conditions)}` : sql``;
}

async function run(db: Database, statement: SQL) {
  const { rows } = await db.execute<{ id: string; rank: number }>(statement);
  return rows;
}
