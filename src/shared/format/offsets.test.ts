import { expect, test } from 'vitest';
import { formatOffsets } from './offsets.ts';

test.each([
  [-8, -5, 'UTC−8 to UTC−5'],
  [-1, 3, 'UTC−1 to UTC+3'],
  [5.5, 5.5, 'UTC+5:30'],
])('offsets from %s to %s are written as %s', (minimum, maximum, text) => {
  expect(formatOffsets({ minimum, maximum })).toBe(text);
});
