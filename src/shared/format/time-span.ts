const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats how long before `now` (ms since the epoch) a moment is, such as "just now", "3 hours ago" or "41 days ago". */
export function formatTimeAgo(iso: string, now: number): string {
  const elapsed = now - Date.parse(iso);
  if (elapsed < MINUTE) return 'just now';
  return `${formatLargestUnit(elapsed, Math.floor)} ago`;
}

/** Formats how long after `now` (ms since the epoch) a moment is, such as "in 12 minutes"; "now" once it has passed. */
export function formatTimeUntil(iso: string, now: number): string {
  const remaining = Date.parse(iso) - now;
  if (remaining <= 0) return 'now';
  return `in ${formatLargestUnit(Math.max(remaining, MINUTE), Math.round)}`;
}

/** Formats how long something took (ms), such as "3 seconds". */
export function formatDuration(duration: number): string {
  if (duration < SECOND) return 'less than a second';
  const seconds = Math.round(duration / SECOND);
  if (seconds < 60) return formatAmount(seconds, 'second');
  return formatLargestUnit(duration, Math.round);
}

/** Formats a time of at least a minute in its largest unit. */
function formatLargestUnit(time: number, round: (amount: number) => number): string {
  if (round(time / MINUTE) < 60) return formatAmount(round(time / MINUTE), 'minute');
  if (round(time / HOUR) < 24) return formatAmount(round(time / HOUR), 'hour');
  return formatAmount(round(time / DAY), 'day');
}

function formatAmount(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
