import { expect, test } from 'vitest';
import { continueVisit } from './last-visit.ts';

const MINUTE = 60_000;

test('a visit continues while the pauses are short', () => {
  const stored = { seen: 40 * MINUTE, previous: 1 };
  expect(continueVisit(stored, 70 * MINUTE)).toEqual({ seen: 70 * MINUTE, previous: 1 });
});

test('a visit after a break remembers when the previous visit ended', () => {
  const stored = { seen: 40 * MINUTE, previous: 1 };
  expect(continueVisit(stored, 71 * MINUTE)).toEqual({
    seen: 71 * MINUTE,
    previous: 40 * MINUTE,
  });
});
