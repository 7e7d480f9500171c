import { expect, it } from 'vitest';
import { summarizeTimes } from '../scenarios/latency.mjs';
import { median, percentile } from './percentiles.mjs';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [50, 50],
  [99, 99],
  [100, 100],
  [0.5, 1],
])('percentile %d of the numbers from 1 to 100 is %d', (percent, expected) => {
  expect(percentile(hundred, percent)).toBe(expected);
});

it('a percentile of few numbers is one of them', () => {
  expect(percentile([3, 1, 2], 99)).toBe(3);
  expect(percentile([], 99)).toBeNaN();
});

it('the median of an even count lies between the two middle numbers', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});

it('summarizeTimes names the slowest path', () => {
  const times = new Map([
    ['/fast', [1, 2, 30]],
    ['/slow', [5, 6, 7]],
    ['/unasked', []],
  ]);
  expect(summarizeTimes(times)).toEqual({
    requests: 6,
    p50: 5.5,
    p99: 30,
    max: 30,
    slowest: { path: '/slow', p50: 6 },
  });
});
