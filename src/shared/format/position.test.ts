import { expect, test } from 'vitest';
import { MAX_EXACT_COUNT } from '../limits.ts';
import { formatPosition } from './position.ts';

test.each([
  [{ offset: 24, rows: 24, total: 9_396 }, '25–48 of 9,396'],
  [{ offset: undefined, rows: 100, total: 449 }, '1–100 of 449'],
  [{ offset: 400, rows: 49, total: 449 }, '401–449 of 449'],
  [{ offset: undefined, rows: 12, total: 12 }, '12'],
  [{ offset: undefined, rows: 0, total: 0 }, '0'],
  [{ offset: undefined, rows: 50, total: MAX_EXACT_COUNT + 1 }, '1–50 of more than 10,000'],
  [{ offset: 50, rows: 50, total: undefined }, '51–100'],
  [{ offset: 9_000, rows: 50, total: 449 }, '9,001–9,050'],
])('the position of a page is formatted: %o', (position, text) => {
  expect(formatPosition(position)).toBe(text);
});
