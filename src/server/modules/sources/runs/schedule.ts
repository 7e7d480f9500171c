import { createHash } from 'node:crypto';
import type { SourceRow } from '../queries.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The number of failed runs in a row after which a source is paused and people are notified. Because the delays between
 * failed runs grow, this takes two weeks or more.
 */
export const PAUSED_AFTER_FAILURES = 20;

/**
 * Returns when a source is read next: an interval later, at a fixed minute of the hour. Each source has its own minute,
 * so that sources are spread over the hour.
 */
export function nextRunAfter(
  { id, interval_minutes }: Pick<SourceRow, 'id' | 'interval_minutes'>,
  now: Date,
): Date {
  const hour = 60 * MINUTE;
  const earliest = now.getTime() + interval_minutes * MINUTE - hour / 2;
  const offset = (createHash('md5').update(id).digest().readUInt32BE() / 2 ** 32) * hour;
  const start = Math.floor(earliest / hour) * hour + offset;
  return new Date(start < earliest ? start + hour : start);
}

/**
 * Returns when a source is read again after a failure. The delay grows with each failure (exponential back-off), up to
 * a day. It is longer if the source asks for that.
 */
export function retryAfterFailure(
  source: Pick<SourceRow, 'id' | 'interval_minutes' | 'failures'>,
  now: Date,
  retryAt: Date | undefined,
): Date {
  const delay = Math.min(DAY, 15 * MINUTE * 2 ** Math.min(source.failures - 1, 10));
  return new Date(Math.max(now.getTime() + delay, retryAt?.getTime() ?? 0));
}
