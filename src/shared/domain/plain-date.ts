/** A date in UTC without a time, such as `2026-11-30`. Forms, the API and the database use this format. */
export type PlainDate = string;

/** The UTC date of a time. */
export function toPlainDate(time: Date): PlainDate {
  return time.toISOString().slice(0, 10);
}

/** The last millisecond of a date, in UTC. */
export function endOfDay(date: PlainDate): Date {
  return new Date(`${date}T23:59:59.999Z`);
}

/**
 * Whether the text is a date that exists. The check is needed because JavaScript turns February 30 into a day of March.
 */
export function isPlainDate(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const end = endOfDay(text);
  return !Number.isNaN(end.getTime()) && toPlainDate(end) === text;
}
