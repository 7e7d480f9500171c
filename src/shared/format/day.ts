/** The same words on the server and in every browser, whatever its place and language. */
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day, from an ISO timestamp. */
export function formatDay(iso: string): string {
  return format.format(new Date(iso));
}
