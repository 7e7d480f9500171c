/** A date without a time, such as `2026-11-30`. Forms, the API and the database use this format. */
export type PlainDate = string;

/** The UTC date of a time. */
export function toPlainDate(time: Date): PlainDate {
  return time.toISOString().slice(0, 10);
}

/**
 * Whether the text is a date that exists. The check is needed because JavaScript turns February 30 into a day of March.
 */
export function isPlainDate(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const start = new Date(text);
  return !Number.isNaN(start.getTime()) && toPlainDate(start) === text;
}
