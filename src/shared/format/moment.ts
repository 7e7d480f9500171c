import { formatDay } from './day.ts';

/** Formats an ISO timestamp to the minute, such as "30 Nov 2026, 14:05 UTC". */
export function formatMoment(iso: string): string {
  return `${formatDay(iso)}, ${iso.slice(11, 16)} UTC`;
}
