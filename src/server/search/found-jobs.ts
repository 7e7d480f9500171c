import { and, type SQL, sql } from 'drizzle-orm';
import { job_search } from '#server/db/schema.ts';
import type { Cursor } from '#server/http/cursor.ts';
import type { JobOrder } from '#shared/contract/jobs.ts';
import { matches } from './job-search.ts';
import type { Match } from './match.ts';

/** What is listed: `conditions` are all but the words'. */
export type Listing = { conditions: SQL[]; match: Match | undefined; order: JobOrder };

/** A row of the list, by what it is ordered by: the tier of a best match, or what the salary reaches. */
export type Place = { rank: number; date: Date; id: string };

const newestFirst = sql`${job_search.date} desc, ${job_search.job_id} desc`;

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
 * Selects `job_id` and `rank` of at most so many jobs behind `after`, in order. Each part of it is one
 * walk of one index; see docs/decisions/014-search.md for their plans.
 */
export function foundJobs(listing: Listing, after: Cursor | undefined, limit: number): SQL {
  const { order, match } = listing;
  const place = after && readPlace(order, after);
  if (order === 'match' && match && match.tiers.length > 0) {
    return byTier(listing.conditions, match, place, limit);
  }
  const bySalary = order === 'salary';
  const condition = and(
    ...listing.conditions,
    ...(match ? [matches(match.all)] : []),
    ...(place ? [behind(place, bySalary)] : []),
  );
  const sorted = bySalary ? sql`${job_search.reach} desc, ${newestFirst}` : newestFirst;
  return sql`select ${job_search.job_id}, ${bySalary ? job_search.reach : sql`0`} as rank
    from ${job_search}${where(condition)} order by ${sorted} limit ${limit}`;
}

/** PostgreSQL runs the parts of a union in turn, and stops at the limit. */
function byTier(conditions: SQL[], match: Match, place: Place | undefined, limit: number): SQL {
  const parts = match.tiers.flatMap(({ query, without }, rank) => {
    if (place && rank < place.rank) return [];
    const condition = and(
      ...conditions,
      matches(query),
      ...without.flatMap((number) => {
        const tier = match.tiers[number];
        return tier ? [sql`not ${matches(tier.query)}`] : [];
      }),
      ...(match.unwanted ? [matches({ column: 'words', text: match.unwanted })] : []),
      ...(place?.rank === rank ? [behind(place, false)] : []),
    );
    return [
      sql`(select ${job_search.job_id}, ${sql.raw(String(rank))} as rank
        from ${job_search}${where(condition)} order by ${newestFirst} limit ${limit})`,
    ];
  });
  return sql`${sql.join(parts, sql` union all `)} limit ${limit}`;
}

function behind({ rank, date, id }: Place, bySalary: boolean): SQL {
  const newest = sql`${job_search.date}, ${job_search.job_id}`;
  const last = sql`${date.toISOString()}::timestamptz, ${id}::uuid`;
  return bySalary
    ? sql`(${job_search.reach}, ${newest}) < (${rank}::integer, ${last})`
    : sql`(${newest}) < (${last})`;
}

function where(condition: SQL | undefined): SQL {
  return condition ? sql` where ${condition}` : sql``;
}
