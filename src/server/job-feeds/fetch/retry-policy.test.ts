import { expect, test } from 'vitest';
import { parseRetryAfter, retryDelay } from './retry-policy.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

test.each([
  ['120', '2026-03-02T09:02:00.000Z'],
  ['0', '2026-03-02T09:00:00.000Z'],
  ['Mon, 02 Mar 2026 10:30:00 GMT', '2026-03-02T10:30:00.000Z'],
  ['Mon, 02 Mar 2026 08:00:00 GMT', '2026-03-02T09:00:00.000Z'],
  // Not more than a day.
  ['99999999999999999999', '2026-03-03T09:00:00.000Z'],
  ['Fri, 31 Dec 9999 23:59:59 GMT', '2026-03-03T09:00:00.000Z'],
])('the header Retry-After: %s is read as %s', (header, expected) => {
  expect(parseRetryAfter(header, now)?.toISOString()).toBe(expected);
});

test.each([undefined, '', '-5', '1.5', 'soon', '2026-03-02', 'Mon, 99 Foo 2026 10:30:00 GMT'])(
  'the invalid header Retry-After: %s is ignored',
  (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  },
);

test('each retry waits longer than the one before, with jitter', () => {
  const delays = Array.from({ length: 100 }, () => retryDelay(1000, 1));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(3000);
  expect(new Set(delays).size).toBeGreaterThan(1);
});
