/**
 * Line breaking: breaks text at spaces, after hyphens and slashes, and between the words of scripts without spaces.
 * Breaks anywhere in a word that is wider than a line.
 *
 * @typedef {(text: string) => number} Measure The width of a text in pixels.
 */
const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;
/**
 * Matches characters that must not start a line in scripts without spaces.
 * https://www.w3.org/TR/jlreq/#characters_not_starting_a_line
 */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** How many more characters may be dropped at most, so that a shortened line ends with a whole word. */
const NEARBY = 14;

/** The parts of a text that must not be broken, each with the space after it. */
export function partsOf(/** @type {string} */ text) {
  /** @type {string[]} */
  const parts = [];
  for (const { segment } of words.segment(text)) {
    const before = parts.at(-1);
    if (before !== undefined && !mayBreak(before, segment)) {
      parts[parts.length - 1] = before + segment;
    } else parts.push(segment);
  }
  return parts;
}

function mayBreak(/** @type {string} */ before, /** @type {string} */ after) {
  if (after.trim() === '') return false;
  if (/\s$/.test(before)) return true;
  // Allow a break after "Back-" in "Back-end" and after "Sales/" in "Sales/Support", but not in "-5" or "24/7".
  if (/[\p{L}\p{N}][-‐–—/]$/u.test(before)) return /^\p{L}/u.test(after);
  const unspaced = UNSPACED.test(before.slice(-1)) || UNSPACED.test(after.slice(0, 1));
  return unspaced && !CLOSING.test(after) && !OPENING.test(before);
}

/**
 * Breaks a text into at most `most` lines of at most `width` pixels whose widths are as even as possible. If the text
 * does not fit, `whole` is false and the last line ends with an ellipsis.
 * @param {string} text
 * @param {{ measure: Measure, width: number, most: number }} room
 * @returns {{ lines: string[], whole: boolean, broken: boolean }} `broken`: whether a word is broken
 */
export function linesOf(text, { measure, width, most }) {
  let broken = false;
  const parts = partsOf(text).flatMap((part) => {
    if (measure(part.trimEnd()) <= width) return [part];
    broken = true;
    return breakAnywhere(part, measure, width);
  });
  const sizes = parts.map((part) => ({ all: measure(part), bare: measure(part.trimEnd()) }));

  const fill = (/** @type {number} */ limit) => {
    /** @type {string[]} */
    const lines = [];
    let used = Number.POSITIVE_INFINITY;
    parts.forEach((part, index) => {
      const { all = 0, bare = 0 } = sizes[index] ?? {};
      if (used + bare > limit) {
        lines.push('');
        used = 0;
      }
      lines[lines.length - 1] += part;
      used += all;
    });
    return lines;
  };

  const lines = fill(width);
  if (lines.length > most) {
    const rest = lines.slice(most - 1).join('');
    const firstLines = lines.slice(0, most - 1).map((line) => line.trim());
    return { lines: [...firstLines, shorten(rest, measure, width)], whole: false, broken };
  }
  const narrowest = Math.max(width / 2, ...sizes.map(({ bare }) => bare));
  let [low, high] = [narrowest, width];
  while (high - low > 4) {
    const middle = (low + high) / 2;
    if (fill(middle).length > lines.length) low = middle;
    else high = middle;
  }
  const even = broken ? lines : fill(high);
  return { lines: even.map((line) => line.trim()), whole: true, broken };
}

/** Shortens a text to one line if necessary. A shortened text ends with an ellipsis. */
export function shorten(
  /** @type {string} */ text,
  /** @type {Measure} */ measure,
  /** @type {number} */ width,
) {
  const line = text.trim();
  if (measure(line) <= width) return line;
  const signs = [...graphemes.segment(line)].map(({ segment }) => segment);
  const cut = (/** @type {number} */ count) =>
    `${signs
      .slice(0, count)
      .join('')
      .replace(/[\s\p{P}]+$/u, '')}…`;
  const count = most(signs.length, (number) => measure(cut(number)) <= width);
  // Cut after a whole word if one ends shortly before this place.
  const end = signs.lastIndexOf(' ', count);
  return cut(count - end <= NEARBY && end > 0 ? end : count);
}

function breakAnywhere(
  /** @type {string} */ part,
  /** @type {Measure} */ measure,
  /** @type {number} */ width,
) {
  /** @type {string[]} */
  const pieces = [];
  let signs = [...graphemes.segment(part)].map(({ segment }) => segment);
  while (signs.length > 0) {
    const fits = (/** @type {number} */ count) => measure(signs.slice(0, count).join('')) <= width;
    const count = Math.max(1, most(signs.length, fits));
    pieces.push(signs.slice(0, count).join(''));
    signs = signs.slice(count);
  }
  return pieces;
}

/**
 * Binary search: returns the largest number up to `limit` that fits, or 0. Assumes that all numbers below one that fits
 * also fit.
 */
function most(/** @type {number} */ limit, /** @type {(count: number) => boolean} */ fits) {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
