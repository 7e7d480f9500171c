import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import type { Cursor } from '#server/http/cursor.ts';
import type { JobOrder } from '#shared/constants/job-search.ts';
import { matches, where } from './job-search.ts';
import { lastDays } from './last-days.ts';
import type { Match, Query } from './match.ts';

/** What is listed: by the three filters, by what else is asked for, and by words. */
export type Listing = {
  facets: SQL[];
  /** The three filters once more, by their tokens. */
  tokens: string;
  others: SQL[];
  match: Match | undefined;
  order: JobOrder;
};

/** A row of the list, by what it is ordered by: the tier of a best match, or what the salary reaches. */
export type Place = { rank: number; date: Date; id: string };

const newestFirst = sql`${job_search.date} desc, ${job_search.job_id} desc`;

/** So many rows of a list are looked through before its words are asked for by an index. */
const FEW = 400;

/**
 * The same, in words that no index has: what was too rare for the first rows is to be found by its words,
 * and not by walking through all jobs.
 */
const newestOfFew = sql`${job_search.date} + interval '0' desc, ${job_search.job_id} desc`;

/** The key of a cursor: the date, behind the rank unless the order has none; each order's own. */
export function placeKey(order: JobOrder, { rank, date }: Place): string {
  const moment = date.toISOString();
  return { newest: moment, match: `${rank} ${moment}`, salary: `$${rank} ${moment}` }[order];
}

/** Whether a cursor's key is of such a list. */
export function isPlaceKey(order: JobOrder): (key: string) => boolean {
  // Ten digits may be more than a number of PostgreSQL holds; a salary reaches as many with a 1 alone.
  const rank = { newest: /^/, match: /^[0-5] /, salary: /^\$(-1|\d{1,9}|1000000000) / }[order];
  return (key) => rank.test(key) && isMoment(key.replace(rank, ''));
}

function readPlace(order: JobOrder, { key, id }: Cursor): Place {
  const parts = key.split(' ');
  const rank = order === 'newest' ? 0 : Number(parts[0]?.replace('$', ''));
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
  for (const ranks of [[0, 1, 2], [3], [4], [5]]) {
    const parts = await Promise.all(
      ranks.flatMap((rank) => {
        const tier = match.tiers[rank];
        if (!tier || tier.same || (place && rank < place.rank)) return [];
        const beside = [
          ...tier.without.flatMap((number) => {
            const better = match.tiers[number];
            return better ? [sql`not ${matches(better.query)}`] : [];
          }),
          ...(match.unwanted ? [matches({ column: 'words', text: match.unwanted })] : []),
        ];
        return byDate(db, {
          listing,
          query: tier.query,
          beside,
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
  listing: Listing;
  query: Query | undefined;
  /** Further conditions of this rank. */
  beside?: SQL[];
  place: Place | undefined;
  rank: number;
  limit: number;
};

/**
 * Newest first. Words are looked for in three steps that do not depend on what the planner believes of
 * them, each taking up where the one before ended: what is frequent is met within a few rows of the list;
 * what is less so, among the words of the last days; and what is rare, among those of all others.
 */
async function byDate(db: Database, asked: ByDate): Promise<SQL> {
  const { listing, query, beside = [], place, rank, limit } = asked;
  const facets = [...listing.facets, ...(place ? [behind(place)] : [])];
  const select = (from: SQL, conditions: SQL[], order: SQL) =>
    sql`select ${job_search.job_id} as id, ${sql.raw(String(rank))} as rank
      from ${from}${where(conditions)} order by ${order} limit ${limit}`;
  if (!query) return select(sql`${job_search}`, [...facets, ...listing.others], newestFirst);

  const others = [...listing.others, ...beside];
  const last = await lastDays(db, place?.date);
  if (!last) {
    return select(sql`${job_search}`, [...facets, matches(query), ...others], newestFirst);
  }
  const newest = sql`(select * from ${job_search}${where(facets)} order by ${newestFirst} limit ${FEW})`;
  // The last of these few; null where there are no more, and then nothing is behind it.
  const behindFew = sql`(${job_search.date}, ${job_search.job_id}) < (
    select date, job_id from ${job_search}${where(facets)} order by ${newestFirst} offset ${FEW - 1} limit 1
  )`;
  // By the index of the words alone: together with others it would take longer.
  const everywhere = {
    ...query,
    text: listing.tokens ? `(${query.text}) & ${listing.tokens}` : query.text,
  };
  const inLastDays = { ...query, text: `(${everywhere.text}) & ${last.days}` };
  const further = [behindFew, ...(place ? [behind(place)] : []), ...others];
  return inTurn(
    [
      select(sql`${newest} as job_search`, [matches(query), ...others], newestFirst),
      select(sql`${job_search}`, [matches(inLastDays), ...further], newestOfFew),
      select(
        sql`${job_search}`,
        [matches(everywhere), sql`${job_search.date} + interval '0' < ${last.from}`, ...further],
        newestOfFew,
      ),
    ],
    limit,
  );
}

function bySalary(
  { facets, others, match }: Listing,
  place: Place | undefined,
  limit: number,
): SQL {
  const behindPlace =
    place &&
    sql`(${job_search.reach}, ${job_search.date}, ${job_search.job_id})
      < (${place.rank}::integer, ${place.date.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return sql`select ${job_search.job_id} as id, ${job_search.reach} as rank from ${job_search}${where(
    [
      ...facets,
      ...others,
      ...(match ? [matches(match.all)] : []),
      ...(behindPlace ? [behindPlace] : []),
    ],
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

async function run(db: Database, statement: SQL) {
  const { rows } = await db.execute<{ id: string; rank: number }>(statement);
  return rows;
}
