import type { HtmlNode } from './html-tree.ts';
import { linkAddress } from './link-address.ts';
import { trimEndsOf } from './trim-ends.ts';

/**
 * Adds emphasis delimiters around the content if CommonMark would recognize them. In a word, or directly beside other
 * emphasis, they would be visible as asterisks, so the content stays plain there.
 * https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis
 */
export function emphasize(content: string, node: HtmlNode): string {
  const [sign, sameKind] = /^(strong|b)$/.test(node.name) ? ['**', STRONG] : ['*', EMPHASIS];
  if (hasAncestor(node, sameKind)) return content;
  const lines = content.split('\n').map((line) => line.trim());
  return lines
    .map((line, index) => {
      const before = index === 0 ? neighbour(node, 'previous') : OUTSIDE;
      const after = index === lines.length - 1 ? neighbour(node, 'next') : OUTSIDE;
      const bare = trimEndsOf(line, '*');
      const opens = opensBeside(bare.charAt(0), before);
      const closes = opensBeside(bare.charAt(bare.length - 1), after);
      return /[\p{L}\p{N}]/u.test(bare) && opens && closes ? `${sign}${line}${sign}` : line;
    })
    .join('  \n');
}

const STRONG = /^(strong|b)$/;
const EMPHASIS = /^(em|i)$/;

type Neighbour = { character: string; emphasized: boolean };

/** The neighbor of a node at the edge of a block or line. */
const OUTSIDE: Neighbour = { character: ' ', emphasized: false };

function opensBeside(edge: string, { character, emphasized }: Neighbour): boolean {
  if (/\s/.test(character)) return true;
  return !emphasized && (/[\p{P}\p{S}]/u.test(character) || !/[\p{P}\p{S}]/u.test(edge));
}

/** Elements that separate lines of text for emphasis. Browsers display more elements than these as blocks. */
export const BLOCK =
  /^(address|article|blockquote|body|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul|#root)$/;

/** The character beside a node in the same block. */
function neighbour(node: HtmlNode, side: 'previous' | 'next'): Neighbour {
  for (let at: HtmlNode | undefined = node; at && !BLOCK.test(at.name); at = at.parent) {
    if (linkAddress(at)) return { character: '[', emphasized: false };
    for (let sibling = at[side]; sibling; sibling = sibling[side]) {
      if (BLOCK.test(sibling.name)) return OUTSIDE;
      const text = sibling.text;
      if (!text) continue;
      const character = side === 'previous' ? text.charAt(text.length - 1) : text.charAt(0);
      return { character, emphasized: isEmphasizedBeside(sibling, side) };
    }
  }
  return OUTSIDE;
}

/** Whether the sibling is emphasized at the edge that touches the node. The brackets of a link separate the two. */
function isEmphasizedBeside(sibling: HtmlNode, side: 'previous' | 'next'): boolean {
  const edge = side === 'previous' ? 'last' : 'first';
  for (let at: HtmlNode | undefined = sibling; at && !linkAddress(at); at = at[edge]) {
    if (STRONG.test(at.name) || EMPHASIS.test(at.name)) return true;
  }
  return false;
}

export function hasAncestor(node: HtmlNode, name: RegExp): boolean {
  for (let at = node.parent; at; at = at.parent) if (name.test(at.name)) return true;
  return false;
}
