import { formatDay } from '#shared/format/day.ts';

/** Shows the day of an ISO timestamp in UTC, in a list or a table. Sentences use `formatDate`. */
export function CalendarDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}
