/**
 * Replaces the selection of a text area with a text, as if it had been typed. `execCommand` is deprecated, but nothing
 * else lets people undo the change: https://developer.mozilla.org/en-US/docs/Web/API/Document/execCommand#inserttext
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}
