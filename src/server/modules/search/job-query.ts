import { type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import { type Cursor, isMoment } from '#server/http/api/cursor.ts';
import type { JobOrder } from '#shared/constants/job-search.ts';
import { JOBS_PER_PAGE } from '#shared/constants/limits.ts';
import { matches, where } from './filters.ts';
import { newestJobs } from './newest-jobs.ts';
import type { Match, Query } from './ranking-tiers.ts';
import { readStatistics, type Statistics } from './statistics.ts';
import { all, shareOf, type TextQuery } from './text-query.ts';

/** What is listed: by the three filters, by what else is asked for, and by words. */
export type Listing = {
  facets: SQL[];
  /** The three filters once more, by their tokens. */
  tokens: TextQuery[];
  others: SQL[];
  match: Match | undefined;
  order: JobOrder;
};

/** A row of the list, by what it is ordered by: the tier of a best match, or what the salary reaches. */
export type Place = { rank: number; date: Date; id: string };

const newestFirst = sql`${job_search.date} desc, ${job_search.job_id} desc`;

/** So many rows of a list are looked through before its words are asked for by an index. */
const FEW = 400;

/** Where fewer than that are expected among these rows, they are not looked through. */
const WORTH_LOOKING = 100;

/** Where no more than that are expected altogether, they are found at once. */
const FOUND_AT_ONCE = 1_000;

/** As many as are expected among the newest jobs that are looked among first, so that they fill a page; then more. */
const EXPECTED = [75, 1_000];

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

/**
 * At most so many jobs behind `after`, in order. Each part of each statement is one walk of one index; see
 * docs/decisions/014-search.md for their plans.
 */
export async function findJobs(
  db: BoardDatabase,
  listing: Listing,
  after: Cursor | undefined,
  limit: number,
): Promise<FoundJob[]> {
  const { order, match, others } = listing;
  const place = after && readPlace(order, after);
  const read = { listing, place, rows: rowsRead(limit) };
  const found = await (order === 'salary'
    ? findBySalary(db, read)
    : match
      ? findByWords(db, { ...read, statistics: await readStatistics(db) }, match)
      : runWith(db, order, plainList(read), others.length === 0));
  return found.slice(0, limit);
}

export type FoundJob = { id: string; rank: number };

type Read = { listing: Listing; place: Place | undefined; rows: number };

type SearchRead = Read & { statistics: Statistics };

/** As many rows as the usual page takes, or the largest: how many is part of a plan that is kept. */
function rowsRead(limit: number): number {
  const { standard, most } = JOBS_PER_PAGE;
  return 1 + (limit <= standard + 1 ? standard : most);
}

/** A number of ours as it stands in the statement, and no parameter. */
function written(number: number): SQL {
  return sql.raw(String(number));
}

/** With a plan that is kept, where one serves whatever the values are; else with one for these values. */
async function runWith(
  db: BoardDatabase,
  order: JobOrder,
  statement: SQL,
  anyValues: boolean,
): Promise<FoundJob[]> {
  const name = `found_jobs_${order}`;
  if (anyValues) return db.reads.run<FoundJob>(name, statement);
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<FoundJob>(named(name, statement)),
  );
  return rows;
}

/**
 * Newest first, or what counts most before that: then in two statements, for most searches find enough in the
 * headings. PostgreSQL runs each but as far as is needed.
 */
async function findByWords(db: BoardDatabase, read: SearchRead, match: Match): Promise<FoundJob[]> {
  const { listing, place, rows } = read;
  const anyValues = listing.others.length === 0;
  if (listing.order === 'newest' || match.tiers.length === 0) {
    return runWith(db, listing.order, inTurn(inSteps(read, match.all), rows), anyValues);
  }
  const found: FoundJob[] = [];
  for (const ranks of [
    [0, 1, 2],
    [3, 4, 5],
  ]) {
    const parts = ranks.flatMap((rank) => {
      const tier = match.tiers[rank];
      if (!tier || tier.same || (place && rank < place.rank)) return [];
      const beside = [
        ...tier.without.flatMap((number) => {
          const better = match.tiers[number];
          return better ? [sql`not ${matches(better.query)}`] : [];
        }),
        // Together with what is wanted, an index finds it: by itself, the words of each job would be unpacked.
        ...(match.unwanted
          ? [matches({ column: 'words', asked: all([tier.query.asked, match.unwanted]) })]
          : []),
      ];
      const from = place?.rank === rank ? place : undefined;
      const share = shareOf(match.unwanted, read.statistics.shares.words);
      return inSteps({ ...read, place: from }, tier.query, { rank, beside, share });
    });
    if (parts.length > 0)
      found.push(...(await runWith(db, listing.order, inTurn(parts, rows), anyValues)));
    if (found.length >= rows) break;
  }
  return found;
}

function select(rank: number, from: SQL, conditions: SQL[], order: SQL, rows: number): SQL {
  return sql`(select ${job_search.job_id} as id, ${written(rank)} as rank
    from ${from}${where(conditions)} order by ${order} limit ${written(rows)})`;
}

/** Newest first, without words. */
function plainList({ listing, place, rows }: Read): SQL {
  const conditions = [...listing.facets, ...listing.others, ...(place ? [behind(place)] : [])];
  return select(0, sql`${job_search}`, conditions, newestFirst, rows);
}

/**
 * Newest first. Words are looked for in steps, each of which takes up where the one before ended, until the
 * page is full: what is very frequent is met within a few rows of the list; what is less so, among so many of
 * the newest jobs as it takes, by an index that has their words and their hours or days; and what is left or
 * rare, among all others. What is expected decides how long it takes, and never what is found.
 */
function inSteps(
  { listing, place, rows, statistics }: SearchRead,
  query: Query,
  /** The rank, its further conditions, and the share of jobs that these leave. */
  {
    rank = 0,
    beside = [],
    share: left = 1,
  }: { rank?: number; beside?: SQL[]; share?: number } = {},
): SQL[] {
  // By the index of the words alone: together with others it would take longer.
  const everywhere = { ...query, asked: all([query.asked, ...listing.tokens]) };
  const shareOfQuery = (asked: TextQuery) => shareOf(asked, statistics.shares[query.column]);
  const shareOfWords = shareOfQuery(query.asked) * left;
  const isFrequent = FEW * shareOfWords >= WORTH_LOOKING;
  const share = listing.tokens.map(shareOfQuery).reduce((a, b) => a * b, shareOfWords);

  const facets = [...listing.facets, ...(place ? [behind(place)] : [])];
  const others = [...listing.others, ...beside];
  const steps: SQL[] = [];
  const further = [...(place ? [behind(place)] : []), ...others];
  if (isFrequent) {
    const newest = sql`(select * from ${job_search}${where(facets)}
      order by ${newestFirst} limit ${written(FEW)})`;
    steps.push(
      select(rank, sql`${newest} as job_search`, [matches(query), ...others], newestFirst, rows),
    );
    // Behind the last of these few; where there are no more, nothing is behind null.
    further.push(sql`(${job_search.date}, ${job_search.job_id}) < (
      select date, job_id from ${job_search}${where(facets)}
      order by ${newestFirst} offset ${written(FEW - 1)} limit 1
    )`);
  }
  const inIndex = (asked: Query, ...conditions: SQL[]) => {
    const all = [matches(asked), ...conditions, ...further];
    steps.push(select(rank, sql`${job_search}`, all, newestOfFew, rows));
  };
  let before: SQL[] = [];
  if (statistics.jobs * share > FOUND_AT_ONCE) {
    for (const expected of isFrequent ? EXPECTED.slice(1) : EXPECTED) {
      const newest = newestJobs(statistics, expected / share, place?.date);
      if (!newest) continue;
      inIndex({ ...everywhere, asked: all([everywhere.asked, newest.tokens]) }, ...before);
      before = [sql`${job_search.date} + interval '0' < ${newest.from}`];
    }
  }
  inIndex(everywhere, ...before);
  return steps;
}

/** So many rows by salary are looked through, and then so many, before words are asked for by their index. */
const LOOKED_THROUGH = [400, 4_000];

/** Words in fewer jobs than this share are asked for by their index at once. */
const WORTH_LOOKING_BY_SALARY = 0.02;

const highestFirst = sql`${job_search.reach} desc, ${newestFirst}`;

/** The same in words that no index has: see `newestOfFew`. */
const highestOfFew = sql`${job_search.reach} + 0 desc, ${newestOfFew}`;

async function findBySalary(
  db: BoardDatabase,
  { listing: { facets, tokens, others, match }, place, rows }: Read,
): Promise<FoundJob[]> {
  const conditions = [...facets, ...others, ...(place ? [belowSalary(place)] : [])];
  if (!match) {
    const anyValues = facets.length === 0 && others.length === 0;
    return runWith(
      db,
      'salary',
      selectBySalary(sql`${job_search}`, conditions, highestFirst, rows),
      anyValues,
    );
  }
  const { shares } = await readStatistics(db);
  const share = shareOf(match.all.asked, shares[match.all.column]);
  const steps: SQL[] = [];
  let behindLooked: SQL[] = [];
  for (const most of share < WORTH_LOOKING_BY_SALARY ? [] : LOOKED_THROUGH) {
    const ordered = sql`from ${job_search}${where(conditions)} order by ${highestFirst}`;
    const looked = sql`(select * ${ordered} limit ${written(most)}) as job_search`;
    steps.push(selectBySalary(looked, [matches(match.all), ...behindLooked], highestFirst, rows));
    // Behind the last of these; where there are no more, nothing is behind null.
    behindLooked = [
      sql`(${job_search.reach}, ${job_search.date}, ${job_search.job_id}) < (
        select reach, date, job_id ${ordered} offset ${written(most - 1)} limit 1
      )`,
    ];
  }
  const inIndex = matches({ ...match.all, asked: all([match.all.asked, ...tokens]) });
  steps.push(
    selectBySalary(
      sql`${job_search}`,
      [inIndex, ...conditions, ...behindLooked],
      highestOfFew,
      rows,
    ),
  );
  return runWith(db, 'salary', inTurn(steps, rows), false);
}

function selectBySalary(from: SQL, conditions: SQL[], order: SQL, rows: number): SQL {
  return sql`(select ${job_search.job_id} as id, ${job_search.reach} as rank
    from ${from}${where(conditions)} order by ${order} limit ${written(rows)})`;
}

function belowSalary({ rank, date, id }: Place): SQL {
  return sql`(${job_search.reach}, ${job_search.date}, ${job_search.job_id})
    < (${rank}::integer, ${date.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** PostgreSQL runs the parts of a union one after the other, and stops at the limit. */
function inTurn(parts: SQL[], rows: number): SQL {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return sql`${sql.join(parts, sql` union all `)} limit ${written(rows)}`;
}

function behind({ date, id }: Place): SQL {
  return sql`(${job_search.date}, ${job_search.job_id})
    < (${date.toISOString()}::timestamptz, ${id}::uuid)`;
}
