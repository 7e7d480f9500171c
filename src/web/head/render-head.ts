import type { StructuredData } from '#shared/render-page.ts';
import { describePage } from './describe-page.ts';
import { type HeadTag, headTags } from './head-tags.ts';
import { OWN } from './own-tags.ts';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes what depends on the page into the head of its HTML, outside of React, which passes over it. */
export function renderHead(
  html: string,
  matches: Parameters<typeof describePage>[0],
  {
    site,
    origin,
    structuredData,
  }: { site: string; origin: string; structuredData: StructuredData },
): string {
  const head = describePage(matches);
  const structured = head.posting && structuredData.jobPosting(head.posting);
  const tags = headTags(head, { site, origin, structured }).map(written).join('');
  // A function: in a text, a dollar sign would stand for something.
  return html.replace('</head>', () => `${tags}</head>`);
}

function written({ name, attributes, text }: HeadTag): string {
  const pairs = Object.entries({ ...attributes, [OWN]: '' }).map(([key, value]) =>
    value ? ` ${key}="${escapeText(value)}"` : ` ${key}`,
  );
  const start = `<${name}${pairs.join('')}>`;
  if (text === undefined) return start;
  return `${start}${name === 'script' ? text : escapeText(text)}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
}
