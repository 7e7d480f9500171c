import { toOneLine } from './text.ts';

/** The maximum length of a text (UTF-16 code units). No line of a preview is longer. */
const MAX_LENGTH = 600;

/** Matches more than five combining marks on a letter. No script needs more, and they are slow to draw. */
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu;

/**
 * Prepares text for drawing: one line without characters that are invisible or change the direction. Characters are
 * composed (NFC), because fonts support them better than their parts. A lone surrogate becomes U+FFFD.
 */
export function drawableText(text: string): string {
  const wellFormed = text.slice(0, MAX_LENGTH).replace(/\p{Surrogate}/gu, '\ufffd');
  return toOneLine(wellFormed).normalize('NFC').replace(TOO_MANY_MARKS, '$1');
}
