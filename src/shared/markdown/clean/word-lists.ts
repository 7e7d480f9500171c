import { descendantsOf, HtmlNode } from '../html-tree.ts';

/** Reads the lists and headings that Word writes as paragraphs. */
export function readWordLists(root: HtmlNode): void {
  makeHeadings(root);
  unwrapLists(root);
  makeLists(root);
}

/**
 * Turns paragraphs into headings if only their attributes describe them as headings, as in text from Word on the web.
 */
function makeHeadings(root: HtmlNode): void {
  const isHeading = (node: HtmlNode) => node.name === 'p' && node.attribute('role') === 'heading';
  for (const paragraph of descendantsOf(root, isHeading)) {
    const level = /^[1-6]$/.exec(paragraph.attribute('aria-level'))?.[0] ?? '2';
    const heading = new HtmlNode(`h${level}`, '');
    heading.append(...paragraph.children);
    paragraph.replaceWith(heading);
  }
}

/**
 * Word on the web wraps each item in a separate list, and states its level in an attribute. Rewrites the items as the
 * list paragraphs of Word for desktops.
 */
function unwrapLists(root: HtmlNode): void {
  const isItem = (node: HtmlNode) =>
    node.name === 'li' && node.hasAttribute('data-aria-level') && node.parent !== undefined;
  for (const item of descendantsOf(root, isItem)) {
    const list = item.parent;
    const style = `mso-list:l0 level${item.attribute('data-aria-level')}`;
    const paragraph = new HtmlNode('p', '', { style });
    if (list?.name === 'ol') {
      const marker = new HtmlNode('span', '', { style: 'mso-list:Ignore' });
      marker.append(new HtmlNode('#text', `${list.attribute('start') || 1}.`));
      paragraph.append(marker);
    }
    const inner = descendantsOf(item, ({ name }) => name === 'p');
    for (const child of inner) child.replaceWith(...child.children);
    paragraph.append(...item.children);
    (wrapperOf(item) ?? list)?.before(paragraph);
    item.remove();
  }
  for (const wrapper of descendantsOf(root, isWrapper)) wrapper.remove();
}

const isWrapper = (node: HtmlNode) => /\bListContainerWrapper\b/.test(node.attribute('class'));

function wrapperOf(item: HtmlNode): HtmlNode | undefined {
  let at: HtmlNode | undefined = item;
  while (at && !isWrapper(at)) at = at.parent;
  return at;
}

/**
 * Matches the style of a list paragraph from Word. The groups are the number of its list and the number of its level.
 */
const LIST_PARAGRAPH = /mso-list:l(\d+)level(\d+)/;

/** Matches the marker of a numbered item, such as "1." or "b)". */
const NUMBER = /^\(?(\d+|[a-z]{1,4})[.)]/i;

/** Turns consecutive list paragraphs from Word into lists, nested by level. */
function makeLists(root: HtmlNode): void {
  /** The open lists, from the outermost one. Each has its level in Word. */
  let open: { level: number; list: HtmlNode }[] = [];
  const isParagraph = (node: HtmlNode) => node.name === 'p' && LIST_PARAGRAPH.test(node.style);
  for (const paragraph of descendantsOf(root, isParagraph)) {
    const level = Number(LIST_PARAGRAPH.exec(paragraph.style)?.[2]);
    const list = makeList(takeMarker(paragraph));
    const last = open[0]?.list;
    const continues = (outer: { level: number; list: HtmlNode }) =>
      outer.level < level || (outer.level === level && outer.list.name === list.name);
    open = last !== undefined && elementBefore(paragraph) === last ? open.filter(continues) : [];
    let current = open.at(-1);
    if (!current || current.level < level) {
      const item = current?.list.last;
      if (item) item.append(list);
      else paragraph.before(list);
      current = { level, list };
      open.push(current);
    }
    const item = new HtmlNode('li', '');
    item.append(...paragraph.children);
    current.list.append(item);
    paragraph.remove();
  }
}

/** The element before a paragraph, if only white space is between the two. */
function elementBefore(node: HtmlNode): HtmlNode | undefined {
  let at = node.previous;
  while (at?.name === '#text' && !at.data.trim()) at = at.previous;
  return at;
}

/** Removes the marker that Word has drawn before the text of an item. */
function takeMarker(paragraph: HtmlNode): string {
  const markers = descendantsOf(paragraph, ({ style }) => /mso-list:ignore/.test(style));
  for (const marker of markers) marker.remove();
  return markers
    .map(({ text }) => text)
    .join('')
    .trim();
}

function makeList(marker: string): HtmlNode {
  const [, number] = NUMBER.exec(marker) ?? [];
  const start: Record<string, string> = /^\d+$/.test(number ?? '') ? { start: number ?? '' } : {};
  return new HtmlNode(number ? 'ol' : 'ul', '', start);
}
