import { formatDay } from '#shared/format/day.ts';

/** A day, from an ISO timestamp. */
export function CalendarDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}
