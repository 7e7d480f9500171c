/** In which order jobs are listed: the newest first, the best match first, or what may pay most. */
export const JOB_ORDERS = ['newest', 'match', 'salary'] as const;

export type JobOrder = (typeof JOB_ORDERS)[number];

/** How many days back jobs may be looked for. */
export const POSTED_DAYS = ['1', '7', '30'] as const;

/** With words the best match is first, unless something else is asked for; without, there is none. */
export function jobOrder(q: string | undefined, sort: string | undefined): JobOrder {
  if (sort === 'salary') return 'salary';
  return q && sort !== 'newest' ? 'match' : 'newest';
}
