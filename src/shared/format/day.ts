/** The locale and time zone are fixed, so that server and browser render the same text. */
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats the UTC date of an ISO timestamp, such as "30 Nov 2026". */
export function formatDay(iso: string): string {
  return format.format(new Date(iso));
}
