import { sumOf, type Totals } from './format.ts';

/** Formats the size of a backup, such as "1,204 rows and 1 upload". */
export function formatContents({ rows, uploads }: Pick<Totals, 'rows' | 'uploads'>): string {
  return `${count(sumOf(Object.values(rows)), 'row')} and ${count(uploads, 'upload')}`;
}

/** The maximum number of missing uploads that are named in a line. */
const MAX_NAMES = 10;

/** Formats a line with the names of missing uploads. Returns undefined if none is missing. */
export function formatMissing({ missing }: Pick<Totals, 'missing'>): string | undefined {
  if (missing.length === 0) return undefined;
  const more = missing.length - MAX_NAMES;
  const names = missing.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `Not in the backup, because the storage does not have them: ${names}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
