import type { HtmlNode } from './html-tree.ts';
import { linkAddress } from './link-address.ts';

/** The delimiters of emphasis. https://github.github.com/gfm/#strikethrough-extension- */
const DELIMITERS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  s: '~~',
};

const isEmphasis = ({ name }: HtmlNode): boolean => Object.hasOwn(DELIMITERS, name);

/**
 * Adds emphasis delimiters around the content if CommonMark would recognize them. It would not between punctuation and a
 * letter, so punctuation at such an edge is written outside of the emphasis. Directly after other emphasis, delimiters
 * would be visible, so the content stays plain there.
 * https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis
 * @param space whether white space is written before and after the content
 */
export function emphasize(content: string, node: HtmlNode, space: [boolean, boolean]): string {
  const before = space[0] ? OUTSIDE : neighbour(node, 'previous');
  const after = space[1] ? OUTSIDE : neighbour(node, 'next');
  if (before.isEmphasized || /\n[ \t]*\n/.test(content)) return content;
  const isLink = content.includes('](');
  let start = 0;
  while (isPunctuation(edgeOf(content, start, 1)) && isLetter(before.character)) {
    const length = content.startsWith('\\', start) ? 2 : 1;
    if (!isMovable(content.charAt(start + length - 1), length, isLink)) return content;
    start += length;
  }
  let end = content.length;
  while (end > start && isPunctuation(edgeOf(content, end - 1, -1)) && isLetter(after.character)) {
    const length = content.charAt(end - 2) === '\\' ? 2 : 1;
    if (!isMovable(content.charAt(end - 1), length, isLink)) return content;
    end -= length;
  }
  const words = content.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(words) || words.trim() !== words) return content;
  const sign = DELIMITERS[node.name] ?? '';
  return content.slice(0, start) + sign + words + sign + content.slice(end);
}

type Neighbour = { character: string; isEmphasized: boolean };

/** The neighbor of a node at the edge of a block or line. */
const OUTSIDE: Neighbour = { character: ' ', isEmphasized: false };

const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
const isLetter = (character: string): boolean => !/[\s\p{P}\p{S}]/u.test(character);

/** The first character from a position on, in one of both directions, that is not a delimiter. */
function edgeOf(content: string, position: number, step: 1 | -1): string {
  let at = position;
  while (/[*~]/.test(content.charAt(at))) at += step;
  return content.charAt(at);
}

/** Whether a character may leave the emphasis: it is escaped, or it is no part of Markdown's syntax. */
function isMovable(character: string, length: number, isLink: boolean): boolean {
  return (
    isPunctuation(character) &&
    (length === 2 || !(isLink ? /[*~`<>[\]()]/ : /[*~`<>[\]]/).test(character))
  );
}

/** The character beside a node in the same block. */
function neighbour(node: HtmlNode, side: 'previous' | 'next'): Neighbour {
  for (let at: HtmlNode | undefined = node; at && !isLineBreak(at); at = at.parent) {
    if (linkAddress(at)) return { character: '[', isEmphasized: false };
    for (let sibling = at[side]; sibling; sibling = sibling[side]) {
      if (isLineBreak(sibling)) return OUTSIDE;
      if (/^(?:sup|sub)$/.test(sibling.name)) return { character: '<', isEmphasized: false };
      const text = sibling.text;
      if (!text) continue;
      const character = side === 'previous' ? text.charAt(text.length - 1) : text.charAt(0);
      return {
        character,
        isEmphasized: isEmphasizedBeside(sibling, side) && !/\s/.test(character),
      };
    }
  }
  return OUTSIDE;
}

const isLineBreak = ({ isBlock, name }: HtmlNode): boolean => isBlock || name === 'br';

/** Whether the sibling is emphasized at the edge that touches the node. The brackets of a link separate the two. */
function isEmphasizedBeside(sibling: HtmlNode, side: 'previous' | 'next'): boolean {
  const edge = side === 'previous' ? 'last' : 'first';
  for (let at: HtmlNode | undefined = sibling; at && !linkAddress(at); at = at[edge]) {
    if (isEmphasis(at)) return true;
  }
  return false;
}

export function hasAncestor(node: HtmlNode, name: RegExp): boolean {
  for (let at = node.parent; at; at = at.parent) if (name.test(at.name)) return true;
  return false;
}
