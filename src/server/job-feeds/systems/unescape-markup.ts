/**
 * Some systems escape the markup of HTML in XML or in JSON: `&lt;p&gt;Weave&lt;/p&gt;`. If an employer has pasted HTML
 * that was already escaped, it is even escaped twice.
 */

/** The entities that usual functions for escaping HTML write. */
const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  '#x27': "'",
  '#34': '"',
};

const ENTITY = /&(lt|gt|amp|quot|apos|#0?39|#x27|#34);/g;

/** Reverses one escaping of a text. Keeps other entities, such as `&nbsp;`, because they belong to the HTML itself. */
export function unescapeOnce(text: string): string {
  return text.replace(ENTITY, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** The maximum number of times that a text is unescaped. */
const MAX_TIMES = 3;

/** Unescapes a text as long as its markup is escaped. Markup that is not escaped stays as it is. */
export function unescapeMarkup(text: string): string {
  let html = text;
  for (let times = 0; times < MAX_TIMES && isEscaped(html); times += 1) html = unescapeOnce(html);
  return html;
}

/** Whether a text has tags, and all of them are escaped. */
function isEscaped(text: string): boolean {
  return /&(?:amp;)*lt;\/?[a-z][^<]{0,1000}?&(?:amp;)*gt;/i.test(text) && !isMarkup(text);
}

/** Whether a text has a tag, so that it is HTML and not plain text. */
export function isMarkup(text: string): boolean {
  return /<\/?[a-z][^<>]{0,1000}>/i.test(text);
}
