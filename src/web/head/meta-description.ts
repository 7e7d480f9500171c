import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';

/** About as much as search engines and link previews show (UTF-16 code units). */
const MAX_LENGTH = 160;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** A job's meta description: the facts that people decide by, then the start of its description. */
export function describeJob(job: Job): string {
  const { type, location, company, description } = job;
  const facts = [type, location, formatMoney(job)].filter(Boolean).join(' · ');
  return shorten(`${company.name}: ${facts}. ${plainText(description)}`);
}

/** The start of a description as plain text. `html` is what the server rendered from Markdown. */
export function plainText(html: string): string {
  const text = html
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
  // A longer incomplete word remains: dropping it would lose too much.
  const words = cut.replace(/\s+\S{0,30}$/, '').replace(/[\s·.,;:–—-]+$/, '');
  // Drop a lone surrogate.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`;
}
