import { DESCRIPTION_LENGTH } from '../limits.ts';
import { isList } from './clean/nest-lists.ts';
import { collapseSpace } from './collapse-space.ts';
import { emphasize, hasAncestor } from './emphasis.ts';
import { type HtmlNode, NestedTooDeeplyError } from './html-tree.ts';
import { linkAddress } from './link-address.ts';
import { trimEndOf, trimEndsOf } from './trim-ends.ts';

/**
 * The maximum length of an item in a nested list (UTF-16 code units). Each outer list indents all lines of the item
 * again.
 */
const MAX_INNER_ITEM_LENGTH = 10 * DESCRIPTION_LENGTH;

/**
 * Converts HTML that `cleanHtml` has cleaned to Markdown: text, headings, lists, links, emphasis and code. The server
 * converts imported descriptions, and the browser converts pasted texts.
 * @param gap the space between the marker and the text of list items. Stored imports have three spaces, and a different
 * gap would change them all.
 * @throws NestedTooDeeplyError if the conversion would take too much time or stack
 */
export function toMarkdown(root: HtmlNode, gap: ' ' | '   ' = '   '): string {
  collapseSpace(root);
  return contentOf(root, { gap, lists: new Map() }).trim();
}

type Context = {
  gap: string;
  /** The lists so far, with the delimiter of their items and the number of the next item. */
  lists: Map<HtmlNode, { sign: string; number: number }>;
};

/** The Markdown of a node's children. Between two of them, there is at most one empty line. */
function contentOf(node: HtmlNode, context: Context): string {
  let content = '';
  /** The number of line breaks between the previous piece and the next. */
  let ends = 0;
  for (let child = node.first; child; child = child.next) {
    const piece = child.name === '#text' ? escapeMarkdown(child.data) : written(child, context);
    let start = 0;
    while (piece.charCodeAt(start) === NEWLINE) start += 1;
    let end = piece.length;
    while (end > start && piece.charCodeAt(end - 1) === NEWLINE) end -= 1;
    ends = Math.min(2, Math.max(ends, start));
    if (start === end) continue;
    content += '\n'.repeat(ends) + piece.slice(start, end);
    ends = piece.length - end;
  }
  return content + '\n'.repeat(ends);
}

const NEWLINE = 0x0a;

function written(node: HtmlNode, context: Context): string {
  if (node.name === 'br') return '  \n';
  if (node.isBlock) {
    return node.isBlank ? '\n\n' : blockOf(node, context);
  }
  const space = spaceAround(node);
  const [leading, trailing] = space;
  if (node.isBlank) return leading + trailing;
  const content = node.name === 'code' ? node.text : contentOf(node, context);
  const words = leading || trailing ? content.trim() : content;
  return leading + inlineOf(node, words, space) + trailing;
}

/** The spaces at the edges of an inline element. They are moved outside the delimiters and never doubled. */
function spaceAround(node: HtmlNode): [leading: string, trailing: string] {
  const { text } = node;
  if (!/^\s|\s$/.test(text)) return ['', ''];
  const words = text.trim();
  const leading = words ? (/^\s*/.exec(text)?.[0] ?? '') : text;
  const trailing = words ? text.slice(leading.length + words.length) : '';
  return [
    node.previous && endsWithSpace(node.previous) ? leading.replace(/^[ \t\r\n]+/, '') : leading,
    node.next && beginsWithSpace(node.next) ? trimEndOf(trailing, ' \t\r\n') : trailing,
  ];
}

const endsWithSpace = (node: HtmlNode) => !node.isBlock && node.text.endsWith(' ');
const beginsWithSpace = (node: HtmlNode) => !node.isBlock && node.text.startsWith(' ');

function inlineOf(node: HtmlNode, content: string, [leading, trailing]: [string, string]): string {
  switch (node.name) {
    case 'a':
      return link(content, node);
    case 'code':
      return node.parent?.name === 'pre' && !node.previous && !node.next ? content : code(content);
    case 'sup':
    case 'sub':
      return `<${node.name}>${content}</${node.name}>`;
    default:
      return emphasize(content, node, [leading !== '', trailing !== '']);
  }
}

function blockOf(node: HtmlNode, context: Context): string {
  if (isList(node)) {
    context.lists.set(node, { sign: listSign(node, context), number: firstNumber(node) });
  }
  const content = contentOf(node, context);
  switch (node.name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(content, node);
    case 'ul':
    case 'ol':
      return node.parent?.name === 'li' && node.parent.last === node
        ? `\n${content}`
        : `\n\n${content}\n\n`;
    case 'li':
      return item(content, node, context);
    case 'p':
      // A paragraph directly in a list item needs no empty lines, which would make the list loose.
      return node.parent?.name === 'li'
        ? `${node.previous ? '\n\n' : ''}${content}${node.next ? '\n\n' : ''}`
        : `\n\n${content}\n\n`;
    case 'hr':
      return '\n\n* * *\n\n';
    case 'blockquote':
      return `\n\n${trimEndsOf(content, '\n').replace(/^/gm, '> ')}\n\n`;
    case 'pre':
      return node.first?.name === 'code' ? codeBlock(node.first) : `\n\n${content}\n\n`;
    default:
      return `\n\n${content}\n\n`;
  }
}

/** Joins the lines of a heading, because a line break would end it. */
function heading(content: string, node: HtmlNode): string {
  const words = content.replace(/\s+/g, ' ').trim();
  return words && `\n\n${'#'.repeat(Number(node.name.charAt(1)))} ${words}\n\n`;
}

/** Makes a link. If the URL is not allowed, or the link contains several paragraphs, returns plain text. */
function link(content: string, node: HtmlNode): string {
  const address = linkAddress(node);
  const words = content.trim();
  const isOneParagraph = words && !/\n[ \t]*\n|^(#{1,6} |[-*>] |\d+\. |```)/.test(words);
  if (!address || !isOneParagraph || hasAncestor(node, /^a$/)) return content;
  const apart = content.startsWith('\n\n') ? '\n\n' : '';
  return `${apart}[${words}](${address})${apart}`;
}

function item(content: string, node: HtmlNode, context: Context): string {
  if (content.length > MAX_INNER_ITEM_LENGTH && hasAncestor(node, /^li$/)) {
    throw new NestedTooDeeplyError();
  }
  const sign = itemSign(node, context);
  const words = content.trim() + (content.endsWith('\n') ? '\n' : '');
  const before = isLoose(node.previous) ? '\n\n' : '';
  const after = isLoose(node.next) ? '\n\n' : node.next ? '\n' : '';
  return before + sign + words.replaceAll('\n', `\n${' '.repeat(sign.length)}`) + after;
}

/**
 * The sign of a list's items. Lists directly after each other have different signs, because Markdown would join them.
 * https://spec.commonmark.org/0.31.2/#lists
 */
function listSign(list: HtmlNode, { lists }: Context): string {
  const previous = blockBefore(list);
  const [sign, other] = list.name === 'ol' ? (['.', ')'] as const) : (['-', '*'] as const);
  const isSame = previous?.name === list.name && lists.get(previous)?.sign === sign;
  return isSame ? other : sign;
}

/** The block that ends directly before a block. */
function blockBefore(node: HtmlNode): HtmlNode | undefined {
  let at = node;
  while (!at.previous && at.parent && !/^(?:li|blockquote)$/.test(at.parent.name)) at = at.parent;
  let before = at.previous;
  while (before?.isBlank) before = before.previous;
  while (before?.isBlock && !isList(before) && before.last) before = before.last;
  return before;
}

/** The number of the first item. CommonMark limits it to nine digits. */
function firstNumber(list: HtmlNode): number {
  const start = list.attribute('start') || list.first?.attribute('value');
  return start && /^\d{1,8}$/.test(start) ? Number(start) : 1;
}

function itemSign({ parent }: HtmlNode, { gap, lists }: Context): string {
  const list = parent && lists.get(parent);
  if (!list) return `-${gap}`;
  if (parent.name === 'ul') return list.sign + gap;
  list.number += 1;
  return `${list.number - 1}${list.sign}${gap.slice(1) || ' '}`;
}

/** Whether a node is text in a list but outside its items. */
function isLoose(node: HtmlNode | undefined): boolean {
  return Boolean(node && !node.isBlock && node.text.trim());
}

/** Makes a fenced code block: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
function codeBlock(node: HtmlNode): string {
  const language = /language-(\S+)/.exec(node.attribute('class'))?.[1] ?? '';
  const fences = node.text.match(/^`{3,}/gm) ?? [];
  const fence = '`'.repeat(Math.max(3, ...fences.map(({ length }) => length + 1)));
  return `\n\n${fence}${language}\n${node.text.replace(/\n$/, '')}\n${fence}\n\n`;
}

/** Makes a code span: https://spec.commonmark.org/0.31.2/#code-spans */
function code(content: string): string {
  if (!content) return '';
  const line = content.replace(/\r?\n|\r/g, ' ');
  const isSpaced = line.startsWith(' ') && line.endsWith(' ') && /[^ ]/.test(line);
  const space = isSpaced || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  const used = new Set(line.match(/`+/g));
  let sign = '`';
  while (used.has(sign)) sign += '`';
  return sign + space + line + space + sign;
}

/** Escapes text that Markdown would read as syntax, as a character reference or as a tag. */
function escapeMarkdown(text: string): string {
  // Fast path: most texts contain no special character.
  if (!/[\\*`[\]_&<~]|^[-+=#>\d]/.test(text)) return text;
  return text
    .replace(/[\\*`[\]_]/g, '\\$&')
    .replace(/~(?=~|$)|(?<=~|^)~/g, '\\~')
    .replace(/^(-|\+ |=|#{1,6} |>)/, '\\$1')
    .replace(/&(?=#?\w+;)|<(?=[a-z/!?])/gi, '\\$&')
    .replace(/^(\d+)\. /, '$1\\. ')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\+|#{1,6})$/, '\\$1');
}
