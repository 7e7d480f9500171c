import { descendantsOf, type HtmlNode } from '../html-tree.ts';

export const isList = ({ name }: HtmlNode): boolean => name === 'ul' || name === 'ol';

/** Whether a node shows nothing, before white space is collapsed. */
const isEmpty = (node: HtmlNode): boolean => node.name !== 'hr' && !node.text.trim();

/**
 * Moves each list that is directly in another list into the item before it. Google Docs and other editors write nested
 * lists in this way.
 */
export function nestLists(root: HtmlNode): void {
  const isInner = (node: HtmlNode) =>
    isList(node) && node.parent !== undefined && isList(node.parent);
  for (const list of descendantsOf(root, isInner)) {
    let item = list.previous;
    while (item && item.name !== 'li' && isEmpty(item)) item = item.previous;
    if (item?.name === 'li') item.append(list);
  }
}

/** Unwraps a paragraph that is the only text in its list item, because Markdown would make the list loose. */
export function unwrapItems(root: HtmlNode): void {
  const isWrapper = ({ name }: HtmlNode) => name === 'p' || name === 'div';
  for (const wrapper of descendantsOf(root, isWrapper)) {
    if (wrapper.parent?.name !== 'li') continue;
    const isOnly = wrapper.parent.children.every(
      (sibling) => sibling === wrapper || isList(sibling) || isEmpty(sibling),
    );
    if (isOnly) wrapper.replaceWith(...wrapper.children);
  }
}
