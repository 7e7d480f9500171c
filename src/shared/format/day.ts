const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * Formats the UTC date of an ISO timestamp for lists and tables, such as "30 Nov 2026". Does not use `Intl`; see
 * `formatNumber`.
 */
export function formatDay(iso: string): string {
  const { day, month, year } = readDate(iso);
  return `${day} ${month.slice(0, month === 'September' ? 4 : 3)} ${year}`;
}

/**
 * Formats the UTC date of an ISO timestamp for sentences, such as "30 November 2026".
 * @param today the year is left out if this date is in the same year
 */
export function formatDate(iso: string, today?: Date): string {
  const { day, month, year } = readDate(iso);
  return today?.getUTCFullYear() === year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

function readDate(iso: string) {
  const date = new Date(iso);
  return {
    day: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
  };
}
