import { toOneLine } from './text.ts';

/** No line of a preview has room for more (UTF-16 code units). */
const LONGEST = 600;

/** More marks than a letter of any script takes are there to be a nuisance, and slow to draw. */
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu;

/**
 * A text as it may be drawn: one line, without what is not seen or turns the letters around, in composed
 * characters, which fonts rather have than their parts. Half of a surrogate pair becomes U+FFFD.
 */
export function drawableText(text: string): string {
  const wellFormed = text.slice(0, LONGEST).replace(/\p{Surrogate}/gu, '\ufffd');
  return toOneLine(wellFormed).normalize('NFC').replace(TOO_MANY_MARKS, '$1');
}
