import { listRows } from './list-rows.ts';
import { styleOf } from './style-of.ts';

/**
 * Rewrites the HTML that programs put on the clipboard as plain, semantic HTML: Word and Outlook write lists as
 * paragraphs, and Google Docs writes emphasis as styles. Changes `body`, whose inline styles are in `data-style`.
 */
export function cleanClipboard(body: HTMLElement): void {
  removeInvisible(body);
  makeHeadings(body);
  unwrapItems(body);
  makeLists(body);
  nestLists(body);
  listRows(body);
  removeWrappers(body);
  makeEmphasis(body);
}

/** Elements that are not part of the text. */
const NO_TEXT =
  'script, style, img, picture, video, audio, iframe, svg, template, button, select, input, textarea, object, [hidden]';

function removeInvisible(body: HTMLElement): void {
  for (const element of body.querySelectorAll(NO_TEXT)) element.remove();
  for (const element of body.querySelectorAll('[data-style]')) {
    if (/display:none|mso-hide:all/.test(styleOf(element))) element.remove();
  }
}

/**
 * Turns paragraphs into headings if only their attributes describe them as headings, as in text from Word on the web.
 */
function makeHeadings(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p[role="heading"]')) {
    const level = /^[1-6]$/.exec(paragraph.getAttribute('aria-level') ?? '')?.[0] ?? '2';
    const heading = paragraph.ownerDocument.createElement(`h${level}`);
    heading.append(...paragraph.childNodes);
    paragraph.replaceWith(heading);
  }
}

/**
 * Word on the web wraps each item in a separate list, and states its level in an attribute. Rewrites the items as the
 * list paragraphs of Word for desktops.
 */
function unwrapItems(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li[data-aria-level]')) {
    const list = item.parentElement;
    const { ownerDocument } = body;
    const paragraph = ownerDocument.createElement('p');
    paragraph.setAttribute(
      'data-style',
      `mso-list:l0 level${item.getAttribute('data-aria-level')}`,
    );
    if (list?.localName === 'ol') {
      const marker = ownerDocument.createElement('span');
      marker.setAttribute('data-style', 'mso-list:Ignore');
      marker.textContent = `${list.getAttribute('start') ?? 1}.`;
      paragraph.append(marker);
    }
    for (const child of item.querySelectorAll('p')) child.replaceWith(...child.childNodes);
    paragraph.append(...item.childNodes);
    (item.closest('.ListContainerWrapper') ?? list)?.before(paragraph);
  }
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) wrapper.remove();
}

/**
 * Matches the style of a list paragraph from Word. The groups are the number of its list and the number of its level.
 */
const LIST_PARAGRAPH = /mso-list:l(\d+)level(\d+)/;

/** Matches the marker of a numbered item, such as "1." or "b)". */
const NUMBER = /^\(?(\d+|[a-z]{1,4})[.)]/i;

/** Turns consecutive list paragraphs from Word into lists, nested by level. */
function makeLists(body: HTMLElement): void {
  /** The open lists, from the outermost one. Each has its level in Word. */
  let open: { level: number; list: Element }[] = [];
  let last: Element | undefined;
  for (const paragraph of body.querySelectorAll('p[data-style]')) {
    const [, , level] = LIST_PARAGRAPH.exec(styleOf(paragraph)) ?? [];
    if (!level) continue;
    const list = makeList(paragraph, takeMarker(paragraph));
    const follows = last !== undefined && paragraph.previousElementSibling === last;
    const continues = (outer: { level: number; list: Element }) =>
      outer.level < Number(level) ||
      (outer.level === Number(level) && outer.list.localName === list.localName);
    open = follows ? open.filter(continues) : [];
    let current = open.at(-1);
    if (!current || current.level < Number(level)) {
      const item = current?.list.lastElementChild;
      if (item) item.append(list);
      else paragraph.before(list);
      current = { level: Number(level), list };
      open.push(current);
    }
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    current.list.append(item);
    paragraph.remove();
    last = open[0]?.list;
  }
}

/** Removes the marker that Word has drawn before the text of an item. */
function takeMarker(paragraph: Element): string {
  let text = '';
  for (const element of paragraph.querySelectorAll('[data-style]')) {
    if (!/mso-list:ignore/.test(styleOf(element))) continue;
    text += element.textContent ?? '';
    element.remove();
  }
  return text.trim();
}

function makeList({ ownerDocument }: Element, marker: string): Element {
  const [, number] = NUMBER.exec(marker) ?? [];
  const list = ownerDocument.createElement(number ? 'ol' : 'ul');
  if (number && /^\d+$/.test(number)) list.setAttribute('start', number);
  return list;
}

/**
 * Moves each list that is directly in another list into the item before it. Google Docs writes nested lists in this
 * way.
 */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    if (list.previousElementSibling?.localName === 'li') list.previousElementSibling.append(list);
  }
}

/** Removes paragraphs without text, and unwraps a paragraph that is the only one in its list item. */
function removeWrappers(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, div')) {
    if (!block.textContent?.trim()) block.remove();
    else if (block.parentElement?.localName === 'li' && !hasOtherBlocks(block)) {
      block.replaceWith(...block.childNodes);
    }
  }
}

function hasOtherBlocks(block: Element): boolean {
  return [...(block.parentElement?.children ?? [])].some(
    (sibling) => sibling !== block && /^(p|div)$/.test(sibling.localName),
  );
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/**
 * Replaces styles that emphasize with elements, and removes elements whose style does not emphasize: Google Docs wraps
 * everything in a `b` of normal weight. Bold in a heading is also removed, because a heading is bold anyway.
 */
function makeEmphasis(body: HTMLElement): void {
  for (const element of body.querySelectorAll('b, strong, i, em, span')) {
    const style = styleOf(element);
    const isSpan = element.localName === 'span';
    const isWeight = /^(b|strong)$/.test(element.localName);
    if (!isSpan) {
      const isPlain = isWeight
        ? /font-weight:(normal|[1-4]00)/.test(style) || element.closest(HEADINGS)
        : /font-style:normal/.test(style);
      if (isPlain) element.replaceWith(...element.childNodes);
      continue;
    }
    if (/font-style:italic/.test(style)) wrapContent(element, 'em');
    if (/font-weight:(bold|[6-9]00)/.test(style) && !element.closest(HEADINGS)) {
      wrapContent(element, 'strong');
    }
  }
}

function wrapContent(element: Element, name: 'em' | 'strong'): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
