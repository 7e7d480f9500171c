import type { HtmlNode } from './html-tree.ts';

/** Whether links may lead to this URL: an absolute http, https or mailto URL. */
export function isLinkAddress(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url.trim());
}

/** The URL of a link, escaped for Markdown. Returns undefined if the node is not a link or its URL is not allowed. */
export function linkAddress(node: HtmlNode): string | undefined {
  if (node.name !== 'a') return undefined;
  // Remove tabs and newlines from the URL, as browsers do: https://url.spec.whatwg.org/#concept-basic-url-parser
  const href = node
    .attribute('href')
    .trim()
    .replace(/[\t\r\n]/g, '');
  if (!isLinkAddress(href)) return undefined;
  return href.replace(/[\s<>\\\p{Cc}]/gu, encodeURIComponent).replace(/[()]|&(?=#?\w+;)/g, '\\$&');
}
