import { expect, test } from 'vitest';
import { isPlainDate } from './plain-date.ts';

test.each([
  ['2026-11-30', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['0999-01-01', false],
  ['3000-01-01', false],
  ['2026-1-1', false],
  ['2026-11-30T00:00', false],
  ['', false],
])('the text %j is a date: %s', (text, isDate) => {
  expect(isPlainDate(text)).toBe(isDate);
});
