import TurndownService from 'turndown';
import { type HtmlNode, parseHtml } from './html-tree.ts';
import { isLinkAddress } from './markdown.ts';

/** HTML descriptions to Markdown. https://github.com/mixmark-io/turndown */
const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  emDelimiter: '*',
  codeBlockStyle: 'fenced',
});

turndown.remove(['script', 'style', 'iframe', 'noscript']);

turndown.addRule('picture', { filter: 'img', replacement: () => '' });

// Words that look like a character reference, a tag, or the sign of an item or a heading stay words.
const escapeMarkdown = turndown.escape.bind(turndown);
turndown.escape = (text) =>
  // Most texts have no sign at all, and one look is quicker than many.
  /[\\*`[\]_&<]|^[-+=#~>\d]/.test(text)
    ? escapeMarkdown(text)
        .replace(/&(?=#?\w+;)|<(?=[a-z/!?])/gi, '\\$&')
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
        .replace(/^(\+|#{1,6})$/, '\\$1')
    : text;

// An item whose text is wrapped in a paragraph is an item like any other.
turndown.addRule('paragraph in an item', {
  filter: (node) => node.nodeName === 'P' && node.parentNode?.nodeName === 'LI',
  replacement: (content, { previousSibling, nextSibling }) =>
    `${previousSibling ? '\n\n' : ''}${content}${nextSibling ? '\n\n' : ''}`,
});

// turndown's own rule has loose words in a list run into its items, and any number begin one.
turndown.addRule('item', {
  filter: 'li',
  replacement: (content, node: HtmlNode) => {
    const sign = itemSign(node);
    const words = content.trim() + (content.endsWith('\n') ? '\n' : '');
    const before = isLoose(node.previousSibling) ? '\n\n' : '';
    const after = isLoose(node.nextSibling) ? '\n\n' : node.nextSibling ? '\n' : '';
    return before + sign + words.replaceAll('\n', `\n${' '.repeat(sign.length)}`) + after;
  },
});

/** CommonMark counts from 0 to 999,999,999. */
function itemSign(item: HtmlNode): string {
  const list = item.parentNode;
  if (list?.nodeName !== 'OL') return '-   ';
  const start = list.getAttribute('start') ?? '';
  const first = /^\d{1,8}$/.test(start) ? Number(start) : 1;
  return `${first + list.children.indexOf(item)}.  `;
}

/** Words that stand in a list and in no item. */
function isLoose(node: HtmlNode | null): boolean {
  return Boolean(node && !BLOCK.test(node.nodeName) && node.textContent.trim());
}

// A link that leads nowhere from here is its words; so is one around more than a paragraph.
turndown.addRule('link', {
  filter: 'a',
  replacement: (content, node: HtmlNode) => {
    const address = linkAddress(node);
    const words = content.trim();
    const isOneParagraph = words && !/\n[ \t]*\n|^(#{1,6} |[-*>] |\d+\. |```)/.test(words);
    if (!address || !isOneParagraph || hasAncestor(node, /^A$/)) return content;
    const apart = content.startsWith('\n\n') ? '\n\n' : '';
    return `${apart}[${words}](${address})${apart}`;
  },
});

/** Where a link leads, as Markdown writes it; undefined where it is none for this board. */
function linkAddress(node: HtmlNode): string | undefined {
  if (node.nodeName !== 'A') return undefined;
  const written = node.getAttribute('href') ?? '';
  // As browsers read an address: https://url.spec.whatwg.org/#concept-basic-url-parser
  const href = written.trim().replace(/[\t\r\n]/g, '');
  if (!isLinkAddress(href)) return undefined;
  return href.replace(/[\s<>\\\p{Cc}]/gu, encodeURIComponent).replace(/[()]|&(?=#?\w+;)/g, '\\$&');
}

// A line break inside a heading would end it.
turndown.addRule('heading', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, node) => {
    const words = content.replace(/\s+/g, ' ').trim();
    return words && `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${words}\n\n`;
  },
});

turndown.addRule('strong', {
  filter: ['strong', 'b'],
  replacement: (content, node) => emphasize(content, node, '**', /^(STRONG|B)$/),
});
turndown.addRule('emphasis', {
  filter: ['em', 'i'],
  replacement: (content, node) => emphasize(content, node, '*', /^(EM|I)$/),
});

/**
 * Signs of emphasis around the content, where CommonMark would read them as such; elsewhere (half a
 * word, or another emphasis with no space between) they would stand in the text as stars, and the
 * content goes without. https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis
 */
function emphasize(content: string, node: HtmlNode, sign: string, sameKind: RegExp): string {
  if (hasAncestor(node, sameKind)) return content;
  const lines = content.split('\n').map((line) => line.trim());
  return lines
    .map((line, index) => {
      const before = index === 0 ? neighbour(node, 'previousSibling') : OUTSIDE;
      const after = index === lines.length - 1 ? neighbour(node, 'nextSibling') : OUTSIDE;
      const bare = line.replace(/^\*+|\*+$/g, '');
      const opens = opensBeside(bare.charAt(0), before);
      const closes = opensBeside(bare.charAt(bare.length - 1), after);
      return /[\p{L}\p{N}]/u.test(bare) && opens && closes ? `${sign}${line}${sign}` : line;
    })
    .join('  \n');
}

type Neighbour = { character: string; emphasized: boolean };

/** The start or the end of a block, or of a line. */
const OUTSIDE: Neighbour = { character: ' ', emphasized: false };

function opensBeside(edge: string, { character, emphasized }: Neighbour): boolean {
  if (/\s/.test(character)) return true;
  return !emphasized && (/[\p{P}\p{S}]/u.test(character) || !/[\p{P}\p{S}]/u.test(edge));
}

const BLOCK =
  /^(ADDRESS|ARTICLE|BLOCKQUOTE|BODY|BR|DD|DIV|DL|DT|H[1-6]|HR|LI|OL|P|PRE|SECTION|TABLE|TD|TH|TR|UL|X-TURNDOWN)$/;

/** The character that stands next to a node in the same block. */
function neighbour(node: HtmlNode, side: 'previousSibling' | 'nextSibling'): Neighbour {
  for (let at: HtmlNode | null = node; at && !BLOCK.test(at.nodeName); at = at.parentNode) {
    if (linkAddress(at)) return { character: '[', emphasized: false };
    for (let sibling = at[side]; sibling; sibling = sibling[side]) {
      if (BLOCK.test(sibling.nodeName)) return OUTSIDE;
      const text = sibling.textContent;
      if (!text) continue;
      const character = side === 'previousSibling' ? text.charAt(text.length - 1) : text.charAt(0);
      return { character, emphasized: isEmphasizedBeside(sibling, side) };
    }
  }
  return OUTSIDE;
}

/** Whether emphasis begins or ends at the edge of a node's neighbour; a link's brackets part it. */
function isEmphasizedBeside(sibling: HtmlNode, side: 'previousSibling' | 'nextSibling'): boolean {
  const edge = side === 'previousSibling' ? 'lastChild' : 'firstChild';
  for (let at: HtmlNode | null = sibling; at && !linkAddress(at); at = at[edge]) {
    if (/^(STRONG|B|EM|I)$/.test(at.nodeName)) return true;
  }
  return false;
}

function hasAncestor(node: HtmlNode, name: RegExp): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (name.test(at.nodeName)) return true;
  return false;
}

/** Spaces for the sake of layout; turndown takes the square of their number in time. */
const LONG_RUN = /(?:&nbsp;|&#160;|&#xa0;|\u00a0){16,}/gi;

/** Markdown of an HTML text: its words, headings, lists, links and emphasis; nothing that loads or runs. */
export function markdownFromHtml(html: string): string {
  return turndown.turndown(parseHtml(html.replace(LONG_RUN, ' '))).trim();
}
