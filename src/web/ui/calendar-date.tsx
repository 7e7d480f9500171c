import { dayInWords } from '#shared/day-in-words.ts';

/** A day, from an ISO timestamp. */
export function CalendarDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayInWords(iso)}</time>;
}
