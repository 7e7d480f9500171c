import { formatDate, formatDay } from './day.ts';

/** Formats an ISO timestamp to the minute for lists and tables, such as "30 Nov 2026, 14:05 UTC". */
export function formatMoment(iso: string): string {
  return `${formatDay(iso)}, ${timeOf(iso)}`;
}

/** Formats an ISO timestamp to the minute for sentences, such as "30 November 2026 at 14:05 UTC". */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)} at ${timeOf(iso)}`;
}

const timeOf = (iso: string) => `${iso.slice(11, 16)} UTC`;
