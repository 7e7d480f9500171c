import { describe, expect, test } from 'vitest';
import { linesOf, partsOf, shorten } from './drawing/lines.mjs';

/** Measures text as if all letters had the same width. */
const measure = (text: string) => text.length;

const lines = (text: string, width: number, most = 3) => linesOf(text, { measure, width, most });

test.each([
  ['Senior Rust engineer', ['Senior ', 'Rust ', 'engineer']],
  ['Back-end/Infra (C++)', ['Back-', 'end/', 'Infra ', '(C++)']],
  ['24/7 -5 e-mail, yes!', ['24/7 ', '-5 ', 'e-', 'mail, ', 'yes!']],
  ['東京（渋谷）で、開発', ['東京', '（渋谷）', 'で、', '開発']],
])('%s has these line break opportunities: %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

describe('lines', () => {
  test('the lines of a text have widths that are as even as possible', () => {
    expect(lines('one two three four', 14)).toMatchObject({
      lines: ['one two', 'three four'],
      whole: true,
    });
  });

  test('the last line ends in an ellipsis if there would be too many lines', () => {
    const { lines: found, whole } = lines('aa bb cc dd ee ff gg hh', 5);
    expect({ found, whole }).toEqual({ found: ['aa bb', 'cc dd', 'ee…'], whole: false });
  });

  test('a word that is too wide for a line is split at any letter', () => {
    expect(lines('WWWWWWWW', 3)).toEqual({
      lines: ['WWW', 'WWW', 'WW'],
      whole: true,
      broken: true,
    });
  });

  test('the lines contain the whole text even if a single letter does not fit', () => {
    expect(lines('WW', 0).lines).toEqual(['W', 'W']);
  });
});

test('a text that is shortened to one line is cut after a word, without punctuation at the end', () => {
  expect(shorten('Lisbon, Portugal', measure, 12)).toBe('Lisbon…');
  expect(shorten('Lisbon', measure, 6)).toBe('Lisbon');
});
