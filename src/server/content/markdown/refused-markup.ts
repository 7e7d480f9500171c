import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import { isLinkAddress } from '#shared/markdown/link-address.ts';
import { addScripts } from './scripts.ts';

/**
 * A parser that recognizes what `renderHtml` shows as plain text: HTML, and links that are not allowed. It renders nothing.
 */
const parser = new MarkdownIt('commonmark', { html: true }).enable('strikethrough');
addScripts(parser);
parser.validateLink = () => true;

/** Markup that pages would show as plain text: the tag of an element or the address of a link, and its line. */
export type RefusedMarkup = { kind: 'html' | 'link'; text: string; line: number };

/** The maximum length of the shown part of markup. */
const SHOWN_LENGTH = 60;

/** Finds the first HTML or link in a Markdown text that the board does not allow. */
export function findRefusedMarkup(source: string): RefusedMarkup | undefined {
  for (const block of parser.parse(source, {})) {
    const line = (block.map?.[0] ?? 0) + 1;
    if (block.type === 'html_block') return { kind: 'html', text: tagOf(block.content), line };
    let below = 0;
    for (const token of block.children ?? []) {
      if (token.type === 'softbreak' || token.type === 'hardbreak') below += 1;
      const refused = refusedPart(token);
      if (refused) return { ...refused, line: line + below };
    }
  }
  return undefined;
}

function refusedPart(token: Token): Omit<RefusedMarkup, 'line'> | undefined {
  if (token.type === 'html_inline') return { kind: 'html', text: tagOf(token.content) };
  const address = String(token.attrGet('href') ?? token.attrGet('src') ?? '');
  if (address === '' || isLinkAddress(address)) return undefined;
  return { kind: 'link', text: address.slice(0, SHOWN_LENGTH) };
}

/** The tag without its attributes, such as `<script>`. */
function tagOf(html: string): string {
  const [, slash = '', name] = /<(\/?)([a-z][a-z0-9-]*)/i.exec(html) ?? [];
  return name ? `<${slash}${name.toLowerCase()}>` : html.trim().slice(0, SHOWN_LENGTH);
}
