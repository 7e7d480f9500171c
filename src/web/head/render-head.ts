import type { Site, StructuredData } from '#shared/render-page.ts';
import { describePage } from './describe-page.ts';
import { type HeadTag, headTags, MANAGED } from './head-tags.ts';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Inserts the head elements of the page into its HTML. React ignores them when it hydrates the page. */
export function renderHead(
  html: string,
  matches: Parameters<typeof describePage>[0],
  { site, structuredData }: { site: Site; structuredData: StructuredData },
): string {
  const head = describePage(matches, site);
  const structured = head.posting && structuredData.jobPosting(head.posting);
  const tags = headTags(head, { site: site.name, origin: site.origin, structured })
    .map(toHtml)
    .join('');
  // Pass a function, because `$` has a special meaning in a replacement string.
  return html.replace('</head>', () => `${tags}</head>`);
}

function toHtml({ name, attributes, text }: HeadTag): string {
  const pairs = Object.entries({ ...attributes, [MANAGED]: '' }).map(([key, value]) =>
    value ? ` ${key}="${escapeText(value)}"` : ` ${key}`,
  );
  const start = `<${name}${pairs.join('')}>`;
  if (text === undefined) return start;
  return `${start}${name === 'script' ? text : escapeText(text)}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character);
}
