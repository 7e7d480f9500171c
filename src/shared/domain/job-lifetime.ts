import { CLOSING_SOON_DAYS } from '../limits.ts';
import { type PlainDate, toPlainDate } from './plain-date.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** The date that is this number of days after the UTC date of a time. */
function addDays(time: Date, days: number): PlainDate {
  return toPlainDate(new Date(time.getTime() + days * DAY));
}

/**
 * The closing date of a job that is posted or renewed at this time, unless its employer chooses a different one.
 * @param days how long jobs are open on this board
 */
export function defaultClosingDate(time: Date, days: number): PlainDate {
  return addDays(time, days);
}

/** The last closing date that counts as closing soon. */
export function lastSoonDate(time: Date): PlainDate {
  return addDays(time, CLOSING_SOON_DAYS);
}

/** The number of whole days for which a job is still open; 0 on its last day. */
export function daysLeft(closesAt: string, time: Date): number {
  return Math.floor((Date.parse(closesAt) - time.getTime()) / DAY);
}

/** The first date that is not over everywhere on Earth: the last place where a day ends is 12 hours behind UTC. */
export function earliestClosingDate(time: Date): PlainDate {
  return toPlainDate(new Date(time.getTime() - DAY / 2));
}
