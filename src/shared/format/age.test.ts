import { expect, test } from 'vitest';
import { formatAge } from './age.ts';

test.each([
  ['2026-11-24T23:59:00.000Z', 'today'],
  ['2026-11-23T00:00:00.000Z', 'yesterday'],
  ['2026-11-21T12:00:00.000Z', '3 days ago'],
  ['2026-11-11T12:00:00.000Z', '13 days ago'],
  ['2026-11-10T12:00:00.000Z', '2 weeks ago'],
  ['2026-09-26T12:00:00.000Z', '8 weeks ago'],
  ['2026-09-25T12:00:00.000Z', '2 months ago'],
  ['2025-11-25T12:00:00.000Z', '12 months ago'],
  ['2024-11-20T12:00:00.000Z', '2 years ago'],
])('a job of %s was posted %s', (iso, age) => {
  expect(formatAge(iso, '2026-11-24')).toBe(age);
});

test('a job whose time is in the future was posted today', () => {
  expect(formatAge('2026-11-26T00:00:00.000Z', '2026-11-24')).toBe('today');
});
