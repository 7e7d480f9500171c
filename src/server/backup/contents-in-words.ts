import { sumOf, type Totals } from './format.ts';

/** Such as "1,204 rows and 1 upload". */
export function contentsInWords({ rows, uploads }: Pick<Totals, 'rows' | 'uploads'>): string {
  return `${count(sumOf(Object.values(rows)), 'row')} and ${count(uploads, 'upload')}`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
}
