import { MAX_EXACT_COUNT } from '../limits.ts';
import { formatNumber } from './number.ts';

type Position = {
  /** The number of rows on earlier pages; undefined on the first page. */
  offset: number | undefined;
  /** The number of rows on the page. */
  rows: number;
  /** The number of rows on all pages, exact up to `MAX_EXACT_COUNT`; undefined if it is unknown. */
  total: number | undefined;
};

/**
 * Formats which rows of a list a page shows, such as "25–48 of 9,396". If the page shows the whole list, the result is
 * only the number of rows. The total is left out if it contradicts the page, because rows were added or removed since
 * the first page.
 */
export function formatPosition({ offset = 0, rows, total }: Position): string {
  const end = offset + rows;
  const range = rows > 0 ? `${formatNumber(offset + 1)}–${formatNumber(end)}` : '0';
  if (total === undefined || end > total) return range;
  if (rows === total) return formatNumber(total);
  return `${range} of ${total > MAX_EXACT_COUNT ? `more than ${formatNumber(MAX_EXACT_COUNT)}` : formatNumber(total)}`;
}
