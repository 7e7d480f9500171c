import { descendantsOf, HtmlNode } from '../html-tree.ts';
import { isBoldStyle } from './apply-formats.ts';

/** Elements that cannot be part of a line of text. */
const BLOCKS = /^(?:h[1-6]|ul|ol|table|pre|blockquote|hr)$/;

/** The maximum length of a cell of data (characters). Longer texts are arranged in a table. */
const MAX_CELL = 500;

/** The length from which several paragraphs in a cell are a text of their own (characters). */
const MAX_LINES = 150;

type Cell = {
  node: HtmlNode;
  text: string;
  /** The number of the first column that the cell occupies. */
  column: number;
};

/**
 * Turns each table into a list, because Markdown descriptions have no tables. Each row becomes an item, in which the
 * labels from the first row precede the cells. Tables that only arrange other blocks, as in mails, stay as they are.
 */
export function listRows(root: HtmlNode): void {
  for (const table of descendantsOf(root, ({ name }) => name === 'table')) {
    const rows = rowsOf(table);
    if (isLayout(table, rows)) continue;
    const [first = []] = rows;
    const isLabeled = rows.length > 1 && first.every(isLabel);
    const labels = new Map(isLabeled ? first.map(({ column, text }) => [column, text]) : []);
    const list = new HtmlNode('ul', '');
    for (const cells of isLabeled ? rows.slice(1) : rows) {
      if (cells.some(({ text }) => text)) list.append(rowItem(cells, labels));
    }
    const captions = table.children.filter(({ name }) => name === 'caption');
    table.replaceWith(...captions, list);
  }
}

function isLayout(table: HtmlNode, rows: Cell[][]): boolean {
  const cells = rows.flat();
  return (
    /^(?:presentation|none)$/.test(table.attribute('role')) ||
    !rows.some(({ length }) => length > 1) ||
    cells.some(({ text, node }) => text.length > MAX_CELL || hasSeveralTexts(node, text)) ||
    descendantsOf(table, ({ name }) => BLOCKS.test(name)).length > 0
  );
}

function hasSeveralTexts(cell: HtmlNode, text: string): boolean {
  return text.length > MAX_LINES && linesOf(cell).length > 1;
}

/** The rows of a table, but not those of tables in it. */
function rowsOf(table: HtmlNode): Cell[][] {
  const isRow = ({ name }: HtmlNode) => name === 'tr';
  const rows = table.children.flatMap((child) =>
    isRow(child)
      ? [child]
      : /^t(?:head|body|foot)$/.test(child.name)
        ? child.children.filter(isRow)
        : [],
  );
  /** The number of further rows in which a cell of an earlier row occupies the column. */
  const occupied = new Map<number, number>();
  return rows.map((row) => {
    let column = 0;
    const skipOccupied = () => {
      for (let rest = occupied.get(column); rest; rest = occupied.get(column)) {
        occupied.set(column, rest - 1);
        column += 1;
      }
    };
    const cells: Cell[] = [];
    for (const node of row.children) {
      if (node.name !== 'td' && node.name !== 'th') continue;
      skipOccupied();
      cells.push({ node, text: node.text.trim(), column });
      const rows = spanOf(node, 'rowspan');
      for (let width = spanOf(node, 'colspan'); width > 0; width -= 1) {
        if (rows > 1) occupied.set(column, rows - 1);
        column += 1;
      }
    }
    skipOccupied();
    return cells;
  });
}

function spanOf(cell: HtmlNode, name: 'rowspan' | 'colspan'): number {
  return Math.min(20, Math.max(1, Number(/^\d{1,3}$/.exec(cell.attribute(name))?.[0] ?? 1)));
}

/** Whether a cell of the first row is a label: a header cell, an empty cell, or one whose whole text is bold. */
function isLabel({ node, text }: Cell): boolean {
  if (node.name === 'th' || !text) return true;
  const isBold = (inner: HtmlNode) => /^(?:b|strong)$/.test(inner.name) || isBoldStyle(inner.style);
  return descendantsOf(node, isBold).some((inner) => inner.text.trim() === text);
}

/** The parts of a cell that are lines of their own. */
function linesOf(cell: HtmlNode): HtmlNode[] {
  return descendantsOf(
    cell,
    (node) =>
      node.name === 'br' || ((node.name === 'p' || node.name === 'div') && node.text.trim() !== ''),
  );
}

/** Turns a row into a list item, such as "Weaver; Pay: $50K; Place: Porto". The first cell names the row. */
function rowItem(cells: readonly Cell[], labels: ReadonlyMap<number, string>): HtmlNode {
  const item = new HtmlNode('li', '');
  const add = (text: string) => item.append(new HtmlNode('#text', text));
  for (const { node, text, column } of cells) {
    if (!text) continue;
    for (const [index, line] of linesOf(node).entries()) {
      if (line.name === 'br') line.replaceWith(new HtmlNode('#text', ', '));
      else line.replaceWith(new HtmlNode('#text', index > 0 ? ', ' : ' '), ...line.children);
    }
    const label = labels.get(column);
    if (item.first) add('; ');
    if (column > 0 && label) add(`${label.replace(/:$/, '')}: `);
    item.append(...node.children);
  }
  return item;
}
