/** A day as it is written in forms, in the API and in the database, such as `2026-11-30`; in UTC, as all dates of the board. */
export type CalendarDay = string;

/** The day of a moment. */
export function toPlainDate(moment: Date): CalendarDay {
  return moment.toISOString().slice(0, 10);
}

/** The last millisecond of a day. */
export function endOfDay(day: CalendarDay): Date {
  return new Date(`${day}T23:59:59.999Z`);
}

/** Whether there is such a day; JavaScript would take a 30th of February for one of March. */
export function isCalendarDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const end = endOfDay(text);
  return !Number.isNaN(end.getTime()) && toPlainDate(end) === text;
}
