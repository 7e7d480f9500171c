import { type Cursor, encodeCursor, pageOf } from '#server/http/api/cursor.ts';
import type { JobOrder, JobPart } from '#shared/domain/job-search.ts';
import { countJobsIn, type OtherPostings } from './job-groups.ts';
import { backwardsKey, forwardsKey, isBackwards, positionKey } from './list-position.ts';

type Row = {
  id: string;
  part?: JobPart | undefined;
  rank: number;
  date: Date;
  key?: (() => string) | undefined;
  also?: OtherPostings | undefined;
};

type Page<Listed> = {
  page: Listed[];
  /** The number of jobs on earlier pages; absent on the first page. */
  offset?: number;
  /** The cursors of the pages after and before this one. */
  next?: string;
  previous?: string;
};

/**
 * One page of a list of jobs.
 * @param rows up to `limit + 1` rows; the additional row, which is the first one if the cursor leads backwards, means
 * that another page is there
 */
export function listPage<Listed extends Row>(
  rows: Listed[],
  { order, limit, after }: { order: JobOrder; limit: number; after: Cursor | undefined },
): Page<Listed> {
  const cursorOf = (row: Row) => ({ key: row.key?.() ?? positionKey(order, row), id: row.id });
  if (!after || !isBackwards(after.key)) {
    const position = pageOf(rows, limit, cursorOf, after, (row) => countJobsIn([row]));
    if (!after) return position;
    return {
      ...position,
      previous: encodeCursor({ ...after, key: backwardsKey(after.key) }),
    };
  }
  const page = rows.slice(-limit);
  const before = rows.length > limit ? rows[0] : undefined;
  const jobs = countJobsIn(page);
  // Jobs may have been added or removed since the offset was counted.
  const offset = before ? after.offset && Math.max(1, after.offset - jobs) : 0;
  return {
    page,
    ...(offset && { offset }),
    next: encodeCursor({
      ...after,
      key: forwardsKey(after.key),
      offset: offset === undefined ? undefined : offset + jobs || undefined,
    }),
    ...(before && {
      previous: encodeCursor({
        ...cursorOf(before),
        key: backwardsKey(cursorOf(before).key),
        offset,
      }),
    }),
  };
}
