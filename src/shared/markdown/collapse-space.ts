import type { HtmlNode } from './html-tree.ts';

/** Matches a character that can be seen. */
const VISIBLE = /[!-~]|[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * Collapses white space as a browser does, and marks the nodes that contain something.
 * https://drafts.csswg.org/css-text/#white-space-phase-1
 */
export function collapseSpace(root: HtmlNode): void {
  const line = new Line();
  collapse(root, line, false);
  line.end();
}

function collapse(node: HtmlNode, line: Line, isPreformatted: boolean): void {
  for (const child of node.children) {
    if (child.name === '#text') {
      if (isPreformatted) markIfVisible(child);
      else line.add(child);
      continue;
    }
    const isBreak = child.isBlock || child.name === 'br';
    if (isBreak && !isPreformatted) line.end();
    if (child.name === 'hr') markFilled(child);
    collapse(child, line, isPreformatted || child.name === 'pre');
    if (isBreak && !isPreformatted) line.end();
  }
}

/** A line of text, in which each run of white space becomes a single space. */
class Line {
  /** The previous text node on the line. */
  #before: HtmlNode | undefined;

  add(node: HtmlNode): void {
    // Match only white space that differs from a single space, so that most text need not be copied.
    let text = node.data.replace(/[\r\n\t][ \r\n\t]*| [ \r\n\t]+/g, ' ');
    const isAfterSpace = !this.#before || this.#before.data.endsWith(' ');
    if (isAfterSpace && text.startsWith(' ')) text = text.slice(1);
    node.data = text;
    if (!text) {
      node.remove();
      return;
    }
    markIfVisible(node);
    this.#before = node;
  }

  /** Ends the line, whose last space is invisible. */
  end(): void {
    const last = this.#before;
    this.#before = undefined;
    if (!last?.data.endsWith(' ')) return;
    last.data = last.data.slice(0, -1);
    if (!last.data) last.remove();
  }
}

function markIfVisible(node: HtmlNode): void {
  if (VISIBLE.test(node.data)) markFilled(node);
}

function markFilled(node: HtmlNode): void {
  for (let at: HtmlNode | undefined = node; at?.isBlank; at = at.parent) at.isBlank = false;
}
