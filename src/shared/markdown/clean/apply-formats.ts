import { HtmlNode } from '../html-tree.ts';
import { linkAddress } from '../link-address.ts';

/** The formats of a piece of text, as bits. */
const BOLD = 1;
const ITALIC = 2;
const STRUCK = 4;

/** The elements that formats are written as. */
const ELEMENTS = [
  [BOLD, 'strong'],
  [ITALIC, 'em'],
  [STRUCK, 's'],
] as const;

const FORMAT_OF: Readonly<Record<string, number>> = {
  b: BOLD,
  strong: BOLD,
  i: ITALIC,
  em: ITALIC,
  s: STRUCK,
  del: STRUCK,
  strike: STRUCK,
};

/** A piece of a line, with its formats. A line break has none. */
type Piece = { node: HtmlNode; formats: number };

/** A link that is open, with its pieces on the current line. */
type Link = { node: HtmlNode; formats: number; pieces: Piece[] };

/**
 * Writes the formats of each line of text as elements in this line, whether they come from elements or from styles, and
 * wherever these begin: a `b` may contain headings and lists, and a style may make it plain again. A heading is bold
 * anyway. Links around blocks become links in these blocks.
 */
export function applyFormats(root: HtmlNode): void {
  new BlockFormatter(0).format(root, 0);
}

class BlockFormatter {
  readonly #outside: number;
  readonly #content: HtmlNode[] = [];
  #line: Piece[] = [];
  #link: Link | undefined;

  /**
   * @param outside the formats that are not written in the block
   * @param link the link around the block
   */
  constructor(outside: number, link?: Link) {
    this.#outside = outside;
    this.#link = link && { ...link, pieces: [] };
  }

  /** @param formats the formats of the text in the block */
  format(block: HtmlNode, formats: number): void {
    this.#addChildren(block, formats);
    this.#endLine();
    block.append(...this.#content);
  }

  #addChildren(parent: HtmlNode, formats: number): void {
    for (const child of parent.children) {
      child.remove();
      this.#add(child, formats);
    }
  }

  #add(node: HtmlNode, formats: number): void {
    if (node.name === '#text' || node.name === 'code') {
      this.#addPiece({ node, formats });
    } else if (node.name === 'br') {
      this.#addPiece({ node, formats: 0 });
    } else if (node.isBlock) {
      this.#endLine();
      const isHeading = /^h[1-6]$/.test(node.name);
      const outside = isHeading ? this.#outside | BOLD : this.#outside;
      new BlockFormatter(outside, this.#link).format(node, formatsOf(node, formats));
      this.#content.push(node);
    } else if (isScript(node)) {
      const script = new HtmlNode(scriptOf(node) ?? node.name, '');
      script.append(...node.children);
      new BlockFormatter(formats).format(script, formats);
      this.#addPiece({ node: script, formats });
    } else if (linkAddress(node) && !this.#link) {
      this.#link = { node, formats, pieces: [] };
      this.#addChildren(node, formatsOf(node, formats));
      this.#endLink();
      this.#link = undefined;
    } else {
      this.#addChildren(node, formatsOf(node, formats));
    }
  }

  #addPiece(piece: Piece): void {
    (this.#link?.pieces ?? this.#line).push(piece);
  }

  /** Adds the part of the open link that is on the current line. */
  #endLink(): void {
    if (!this.#link) return;
    const { node, formats, pieces } = this.#link;
    this.#link.pieces = [];
    if (!pieces.some((piece) => piece.node.text.trim())) {
      this.#line.push(...pieces);
      return;
    }
    const outside = this.#outside | formats;
    this.#line.push({ node: node.withChildren(inElements(pieces, outside)), formats });
  }

  #endLine(): void {
    this.#endLink();
    this.#content.push(...inElements(this.#line, this.#outside));
    this.#line = [];
  }
}

export const isBoldStyle = (style: string): boolean =>
  /(?:^|;)font-weight:(?:bold|bolder|[6-9]00)/.test(style);

/** The formats of the text in an element. */
function formatsOf(node: HtmlNode, outer: number): number {
  let formats = outer | (FORMAT_OF[node.name] ?? 0);
  const { style } = node;
  if (!style) return formats;
  if (isBoldStyle(style)) formats |= BOLD;
  else if (/(?:^|;)font-weight:(?:normal|lighter|[1-5]00)/.test(style)) formats &= ~BOLD;
  if (/(?:^|;)font-style:(?:italic|oblique)/.test(style)) formats |= ITALIC;
  else if (/(?:^|;)font-style:normal/.test(style)) formats &= ~ITALIC;
  if (/(?:^|;)text-decoration(?:-line)?:[^;]*line-through/.test(style)) formats |= STRUCK;
  return formats;
}

/** The maximum length of a superscript or subscript (characters). Longer ones are only small print. */
const MAX_SCRIPT = 50;

/** Whether a node is a superscript or subscript on one line. */
function isScript(node: HtmlNode): boolean {
  if (!scriptOf(node)) return false;
  const { text } = node;
  return text.trim() !== '' && text.length <= MAX_SCRIPT;
}

function scriptOf({ name, style }: HtmlNode): 'sup' | 'sub' | undefined {
  if (name === 'sup' || name === 'sub') return name;
  const [, script] = /(?:^|;)vertical-align:(super|sub)(?:;|!|$)/.exec(style) ?? [];
  return script === 'super' ? 'sup' : script === 'sub' ? 'sub' : undefined;
}

/**
 * Wraps pieces in the elements of their formats. Of several formats, the one that continues the longest is outermost.
 * @param outside the formats that are not written, because elements around the pieces have them
 */
function inElements(pieces: readonly Piece[], outside: number): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let at = 0;
  while (at < pieces.length) {
    const piece = pieces[at];
    if (!piece) break;
    let [length, format, name] = [0, 0, ''];
    for (const [bit, element] of ELEMENTS) {
      if (!(piece.formats & ~outside & bit)) continue;
      const run = lengthOfRun(pieces, at, bit);
      if (run > length) [length, format, name] = [run, bit, element];
    }
    if (length === 0) {
      const last = nodes.at(-1);
      // Join texts, because Markdown's syntax is escaped at the beginning of each text.
      if (last?.name === '#text' && piece.node.name === '#text') last.data += piece.node.data;
      else nodes.push(piece.node);
      at += 1;
      continue;
    }
    const element = new HtmlNode(name, '');
    element.append(...inElements(pieces.slice(at, at + length), outside | format));
    nodes.push(element);
    at += length;
  }
  return nodes;
}

/** The number of pieces from `start` on that have a format. White space between two of them does not matter. */
function lengthOfRun(pieces: readonly Piece[], start: number, format: number): number {
  const has = (piece: Piece | undefined) => piece !== undefined && (piece.formats & format) !== 0;
  const isSpace = (piece: Piece | undefined) =>
    piece?.node.name === '#text' && !piece.node.data.trim();
  let end = start + 1;
  while (has(pieces[end]) || (isSpace(pieces[end]) && has(pieces[end + 1]))) end += 1;
  return end - start;
}
