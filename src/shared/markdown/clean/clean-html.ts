import type { HtmlNode } from '../html-tree.ts';
import { applyFormats } from './apply-formats.ts';
import { keepVisible } from './keep-visible.ts';
import { listRows } from './list-rows.ts';
import { nestLists, unwrapItems } from './nest-lists.ts';
import { readWordLists } from './word-lists.ts';

/**
 * Rewrites HTML as plain, semantic HTML, in which the converter to Markdown knows each element: Word and Outlook write
 * lists as paragraphs, Google Docs writes emphasis as styles, and employers write blocks in bold. The rules are the same
 * for texts that are imported and for texts that are pasted.
 */
export function cleanHtml(root: HtmlNode): void {
  keepVisible(root);
  readWordLists(root);
  nestLists(root);
  listRows(root);
  unwrapItems(root);
  applyFormats(root);
}
