import { toOneLine } from './text.ts';

/** Longer than any line of a preview (UTF-16 code units). */
const MAX_LENGTH = 600;

/** Stacked combining marks: no script needs more than five on a letter, and more are slow to draw. */
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu;

/**
 * Prepares text for drawing: one line, without invisible or direction-changing characters. Characters are composed
 * (NFC), because fonts support those better than their parts. A lone surrogate becomes U+FFFD.
 */
export function drawableText(text: string): string {
  const wellFormed = text.slice(0, MAX_LENGTH).replace(/\p{Surrogate}/gu, '\ufffd');
  return toOneLine(wellFormed).normalize('NFC').replace(TOO_MANY_MARKS, '$1');
}
