import { formatDate, formatDay } from '#shared/format/day.ts';

/** Shows the day of an ISO timestamp in UTC, in a list or a table. */
export function CalendarDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}

/** Shows the day of an ISO timestamp in UTC, in a sentence. */
export function DateInText({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDate(iso)}</time>;
}
