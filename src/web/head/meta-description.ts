import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';

/** The maximum length of a description (UTF-16 code units): about as much as search engines and link previews show. */
const MAX_LENGTH = 160;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

type DescribedJob = Pick<Job, 'type' | 'location' | 'description' | 'salary' | 'pay'> & {
  company: Pick<Job['company'], 'name'>;
};

/** The meta description of a job: the facts by which people decide, then the start of the description. */
export function describeJob(job: DescribedJob): string {
  const { type, location, company, description } = job;
  const facts = [type, location, formatMoney(job)].filter(Boolean).join(' · ');
  return shorten(`${company.name}: ${facts}. ${plainText(description)}`);
}

/** Returns the start of a description as plain text. `html` is what the server has rendered from Markdown. */
export function plainText(html: string): string {
  const text = html
    // Emphasis, links and code are inside words and sentences. All other elements separate them.
    .replace(/<\/?(strong|em|a|code)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return shorten(text);
}

/** Shortens a text to `MAX_LENGTH`, at a word boundary if possible. */
function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const cut = text.slice(0, MAX_LENGTH - 1);
  // A last word of more than 30 characters stays even if it is incomplete, because dropping it would lose too much.
  const words = cut.replace(/\s+\S{0,30}$/, '').replace(/[\s·.,;:–—-]+$/, '');
  // Drop a surrogate that the cut has separated from its pair.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`;
}
