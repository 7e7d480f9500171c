import { createHash } from 'node:crypto';
import { isPlain } from '#server/content/text.ts';
import type { jobs } from '#server/db/schema.ts';

/** The columns of a job that decide its group. */
type GroupSource = Pick<
  typeof jobs.$inferSelect,
  | 'company_id'
  | 'title'
  | 'description'
  | 'type'
  | 'salary'
  | 'pay_minimum'
  | 'pay_maximum'
  | 'pay_currency'
  | 'pay_unit'
>;

/**
 * The id of the group of a job. A group consists of the postings of one job at several places, which lists can show as
 * one. Postings belong to one group if their company, employment type and stated pay are the same, and their title and
 * their description are the same apart from case, white space and the description's punctuation and formatting. Each
 * posting remains a separate job. Null for a job without a description, because many different jobs of a company have the
 * same title.
 */
export function groupOf({ company_id, title, description, ...job }: GroupSource): string | null {
  const folded = fold(description);
  const separators = isPlain(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu;
  const text = folded.replace(separators, ' ').trim();
  if (!text) return null;
  const terms = [
    job.type,
    job.salary,
    job.pay_minimum,
    job.pay_maximum,
    job.pay_currency,
    job.pay_unit,
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([company_id, fold(title).replace(/\s+/g, ' ').trim(), terms, text]))
    .digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Makes texts equal that differ only in case or in the encoding of their characters. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
