/** As much as search engines and previews show. */
const LENGTH = 160;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The beginning of a text that the server has rendered from Markdown, without its markup. */
export function textOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return shorten(text);
}

/** At most `LENGTH` characters, cut off between two words where there are any. */
export function shorten(text: string): string {
  if (text.length <= LENGTH) return text;
  const cut = text.slice(0, LENGTH - 1);
  // Of a word that is longer than words are, some is better than nothing.
  const words = cut.replace(/\s+\S{0,30}$/, '').replace(/[\s·.,;:–—-]+$/, '');
  // Half of a character that takes two places is none.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`;
}
