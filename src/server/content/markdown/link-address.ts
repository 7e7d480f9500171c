import type { HtmlNode } from './html-tree.ts';
import { isLinkAddress } from './markdown.ts';

/** Where a link leads, as Markdown writes it; undefined where it is none for this board. */
export function linkAddress(node: HtmlNode): string | undefined {
  if (node.name !== 'a') return undefined;
  // As browsers read an address: https://url.spec.whatwg.org/#concept-basic-url-parser
  const href = node
    .attribute('href')
    .trim()
    .replace(/[\t\r\n]/g, '');
  if (!isLinkAddress(href)) return undefined;
  return href.replace(/[\s<>\\\p{Cc}]/gu, encodeURIComponent).replace(/[()]|&(?=#?\w+;)/g, '\\$&');
}
