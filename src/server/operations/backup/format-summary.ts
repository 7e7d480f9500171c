import { sumOf, type Totals } from './format.ts';

/** Such as "1,204 rows and 1 upload". */
export function formatContents({ rows, uploads }: Pick<Totals, 'rows' | 'uploads'>): string {
  return `${count(sumOf(Object.values(rows)), 'row')} and ${count(uploads, 'upload')}`;
}

/** As many as a line names. */
const NAMED = 10;

/** The names of uploads that are not there, in one line; undefined where there are none. */
export function formatMissing({ missing }: Pick<Totals, 'missing'>): string | undefined {
  if (missing.length === 0) return undefined;
  const more = missing.length - NAMED;
  const named = missing.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `Not in the backup, for the board names them and does not have them: ${named}`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
}
