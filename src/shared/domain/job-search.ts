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

/**
 * The parts of a result, in the order of the list: jobs that are what the search asks for, in the searched place or, without
 * one, anywhere; such jobs that are remote and state that they are open to the place; and jobs whose texts only mention
 * the words.
 */
export const JOB_PARTS = ['place', 'remote', 'mention'] as const;

export type JobPart = (typeof JOB_PARTS)[number];

/** Which remote jobs elsewhere a search with a place lists: none, or these alone. */
export const REMOTE_CHOICES = ['no', 'only'] as const;

/** When jobs that only mention the words are listed: always, or if the search finds few other jobs. */
export const MENTION_CHOICES = ['true', 'few'] as const;

/** With `few`, jobs that only mention the words are listed if fewer jobs than this match the words strongly. */
export const FEW_STRONG = 5;
