/** Whether a text is a name in IANA's time zone database. An offset such as `+01:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws a RangeError for a time zone that it does not know.
    return false;
  }
}
