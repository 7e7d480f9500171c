import TurndownService from 'turndown';

/** As much of a DOM node as is asked for here; the server's types have no DOM. */
type HtmlNode = {
  nodeName: string;
  textContent: string | null;
  parentNode: HtmlNode | null;
  previousSibling: HtmlNode | null;
  nextSibling: HtmlNode | null;
};

/** HTML descriptions to Markdown. https://github.com/mixmark-io/turndown */
const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  emDelimiter: '*',
  codeBlockStyle: 'fenced',
});

turndown.remove(['script', 'style', 'iframe', 'noscript']);

turndown.addRule('picture', { filter: 'img', replacement: () => '' });

// Words that look like a character reference or a tag stay words.
const escapeMarkdown = turndown.escape.bind(turndown);
turndown.escape = (text) => escapeMarkdown(text).replace(/&(?=#?\w+;)|<(?=[a-z/!?])/gi, '\\$&');

// An item whose text is wrapped in a paragraph is an item like any other.
turndown.addRule('paragraph in an item', {
  filter: (node) => node.nodeName === 'P' && node.parentNode?.nodeName === 'LI',
  replacement: (content, { previousSibling, nextSibling }) =>
    `${previousSibling ? '\n\n' : ''}${content}${nextSibling ? '\n\n' : ''}`,
});

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
    for (let sibling = at[side]; sibling; sibling = sibling[side]) {
      if (BLOCK.test(sibling.nodeName)) return OUTSIDE;
      const text = sibling.textContent ?? '';
      if (!text) continue;
      const character = side === 'previousSibling' ? text.charAt(text.length - 1) : text.charAt(0);
      return { character, emphasized: /^(STRONG|B|EM|I)$/.test(sibling.nodeName) };
    }
  }
  return OUTSIDE;
}

function hasAncestor(node: HtmlNode, name: RegExp): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (name.test(at.nodeName)) return true;
  return false;
}

/** Markdown of an HTML text: its words, headings, lists, links and emphasis; nothing that loads or runs. */
export function markdownFromHtml(html: string): string {
  return turndown.turndown(html).trim();
}
