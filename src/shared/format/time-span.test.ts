import { expect, test } from 'vitest';
import { formatDuration, formatTimeAgo, formatTimeUntil } from './time-span.ts';

const NOW = Date.parse('2026-11-24T12:00:00.000Z');

test.each([
  ['2026-11-24T11:59:30.000Z', 'just now'],
  ['2026-11-24T11:58:59.000Z', '1 minute ago'],
  ['2026-11-24T11:00:01.000Z', '59 minutes ago'],
  ['2026-11-24T09:00:00.000Z', '3 hours ago'],
  ['2026-11-23T12:00:00.000Z', '1 day ago'],
  ['2026-10-14T12:00:00.000Z', '41 days ago'],
])('the moment %s is shown as “%s”', (iso, text) => {
  expect(formatTimeAgo(iso, NOW)).toBe(text);
});

test('a clock that is slow does not show a time in the future', () => {
  expect(formatTimeAgo('2026-11-24T12:05:00.000Z', NOW)).toBe('just now');
});

test.each([
  ['2026-11-24T11:59:00.000Z', 'now'],
  ['2026-11-24T12:00:10.000Z', 'in 1 minute'],
  ['2026-11-24T12:12:00.000Z', 'in 12 minutes'],
  ['2026-11-24T12:59:50.000Z', 'in 1 hour'],
  ['2026-11-24T18:00:00.000Z', 'in 6 hours'],
  ['2026-11-26T12:00:00.000Z', 'in 2 days'],
])('the future moment %s is shown as “%s”', (iso, text) => {
  expect(formatTimeUntil(iso, NOW)).toBe(text);
});

test.each([
  [120, 'less than a second'],
  [1_400, '1 second'],
  [59_000, '59 seconds'],
  [61_000, '1 minute'],
  [7_200_000, '2 hours'],
])('a duration of %d ms is shown as “%s”', (duration, text) => {
  expect(formatDuration(duration)).toBe(text);
});
