import type { ClipboardEvent } from 'react';
import { insertText } from './insert-text.ts';
import { markdownFromClipboard } from './markdown-from-clipboard.ts';

/** Matches Markdown that must begin on a separate line: several blocks, a heading, a list, a quote or code. */
const BLOCK = /\n\n|^(#{1,6} |- |\d+\. |> |```)/;

/** Pastes formatted text into a text area as Markdown. The browser pastes plain text itself. */
export function pasteMarkdown(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const html = event.clipboardData.getData('text/html');
  const markdown = html && markdownFromClipboard(html);
  if (!markdown) return;
  event.preventDefault();
  const area = event.currentTarget;
  const before = area.value.slice(0, area.selectionStart);
  const isInLine = /[^\n]$/.test(before);
  insertText(area, isInLine && BLOCK.test(markdown) ? `\n\n${markdown}` : markdown);
}
