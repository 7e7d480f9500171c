/** The orders of a list: newest first, best match first, highest salary first. */
export const JOB_ORDERS = ['newest', 'match', 'salary'] as const;

export type JobOrder = (typeof JOB_ORDERS)[number];

/** The values of the `posted` filter (days), the shortest period first. */
export const POSTED_DAYS = ['1', '7', '30'] as const;

/**
 * The order that a list has. By default, a text search has the best match first, and other lists the newest job.
 * `match` requires a text search.
 */
export function jobOrder(q: string | undefined, sort: string | undefined): JobOrder {
  if (sort === 'salary') return 'salary';
  return q && sort !== 'newest' ? 'match' : 'newest';
}
