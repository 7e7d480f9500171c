import { styleOf } from './style-of.ts';

/** Elements that cannot be part of a line of text. */
const BLOCKS = 'h1, h2, h3, h4, h5, h6, ul, ol, table, pre, blockquote, hr';

/**
 * Turns each table into a list, because Markdown descriptions have no tables. Each row becomes an item, in which the
 * labels from the first row precede the cells. Tables that only arrange other blocks, as in mails, stay as they are.
 */
export function listRows(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.rows].map(({ cells }) => [...cells]);
    const columns = Math.max(0, ...rows.map(({ length }) => length));
    if (columns < 2 || table.querySelector(BLOCKS)) continue;
    const [first = []] = rows;
    const labels = rows.length > 1 && first.every(isLabel) ? first.map(textOf) : [];
    const list = table.ownerDocument.createElement('ul');
    for (const cells of labels.length > 0 ? rows.slice(1) : rows) {
      if (cells.some(textOf)) list.append(rowItem(cells, labels));
    }
    table.replaceWith(...(table.caption?.childNodes ?? []), list);
  }
}

const textOf = (cell: Element): string => cell.textContent?.trim() ?? '';

/** Whether a cell of the first row is a label: a header cell, an empty cell, or one whose whole text is bold. */
function isLabel(cell: HTMLTableCellElement): boolean {
  const text = textOf(cell);
  if (cell.localName === 'th' || !text) return true;
  return [...cell.querySelectorAll('b, strong, span')].some(
    (element) =>
      textOf(element) === text &&
      (element.localName !== 'span' || /font-weight:(bold|[6-9]00)/.test(styleOf(element))),
  );
}

/** Turns a row into a list item, such as "Weaver; Pay: $50K; Place: Porto". The first cell names the row. */
function rowItem(cells: HTMLTableCellElement[], labels: string[]): HTMLElement {
  const item = document.createElement('li');
  for (const [index, cell] of cells.entries()) {
    if (!textOf(cell)) continue;
    const blocks = [...cell.querySelectorAll('p, div')].filter(textOf);
    for (const [number, block] of blocks.entries()) {
      block.replaceWith(number > 0 ? ', ' : '', ...block.childNodes);
    }
    const label = index > 0 && labels[index] ? `${labels[index]}: ` : '';
    item.append(item.hasChildNodes() ? '; ' : '', label, ...cell.childNodes);
  }
  return item;
}
