import type { ClipboardEvent } from 'react';
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

/**
 * Replaces the selection of a text area with a text, as if it had been typed. `execCommand` is deprecated, but nothing
 * else lets people undo the change: https://developer.mozilla.org/en-US/docs/Web/API/Document/execCommand#inserttext
 */
function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}
