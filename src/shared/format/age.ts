import type { PlainDate } from '../domain/plain-date.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** Formats how long before `today` an ISO timestamp is, such as "yesterday", "3 days ago" or "2 months ago" (in UTC). */
export function formatAge(iso: string, today: PlainDate): string {
  const days = Math.max(0, (Date.parse(today) - Date.parse(iso.slice(0, 10))) / DAY);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 14) return `${days} days ago`;
  if (days < 60) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 730) return `${Math.round(days / 30.4)} months ago`;
  return `${Math.floor(days / 365)} years ago`;
}
