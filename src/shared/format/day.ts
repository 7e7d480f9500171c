const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Formats the UTC date of an ISO timestamp for sentences, such as "30 November 2026". Does not use `Intl`; see `formatNumber`. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats the UTC date of an ISO timestamp for lists and tables, such as "30 Nov 2026". */
export function formatDay(iso: string): string {
  return formatDate(iso).replace(/(Sept|[A-Z]..)[a-z]*/, '$1');
}

/** Like `formatDate`, but without the year if it is the year of `today`, such as "30 November". */
export function formatDateFrom(today: Date, iso: string): string {
  return formatDate(iso).replace(` ${today.getUTCFullYear()}`, '');
}
