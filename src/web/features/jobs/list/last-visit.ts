/** The minimum pause after which opening the list again begins a new visit (ms). */
const BREAK = 30 * 60_000;

type Visits = {
  /** When the list was last seen in this visit (ms since the epoch). */
  seen: number;
  /** When the previous visit ended; 0 if there was none. */
  previous: number;
};

/** Continues a visit or, after a break, begins a new one. */
export function continueVisit({ seen, previous }: Visits, now: number): Visits {
  return { seen: now, previous: now - seen > BREAK ? seen : previous };
}

/**
 * Records in the local storage that the visitor sees the list. The visits are not sent to the server.
 * @param stored the stored value: the time of the first view of the list, or the value that the previous call has
 * stored
 * @returns when the previous visit ended; undefined if there was none
 */
export function recordVisit(key: string, stored: string, now: number): number | undefined {
  const [seen = now, previous = 0] = stored.split(' ').map((time) => Number(time) || 0);
  const visits = continueVisit({ seen, previous }, now);
  try {
    localStorage.setItem(key, `${visits.seen} ${visits.previous}`);
  } catch {
    // Storage is full or forbidden. The stored visits stay unchanged.
  }
  return visits.previous || undefined;
}
