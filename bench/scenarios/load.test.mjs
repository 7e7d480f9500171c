import { expect, test } from 'vitest';
import { formatLoad, summarizeFifths } from './load.mjs';

test('summarizeFifths returns the median and maximum of each fifth', () => {
  const values = [1, 3, 2, 2, 2, 9, 9, 1, 1, 4, 4, 4, 5, 6, 10];
  expect(summarizeFifths(values).map(({ median }) => median)).toEqual([2, 2, 1, 4, 6]);
  expect(summarizeFifths(values).map(({ max }) => max)).toEqual([3, 9, 9, 4, 10]);
});

test('the report of a load test includes errors', () => {
  const times = { p50: 1.23, p99: 9.87, max: 20 };
  const text = formatLoad({
    seconds: 600,
    capacity: 1_000.4,
    recovery: 0,
    accepted: { ...times, requests: 479_999, statuses: { 200: 479_999 } },
    refused: { ...times, requests: 1, statuses: { 503: 1 } },
    health: { ...times, requests: 0, p99: Number.NaN, statuses: {} },
    writes: { written: 12_000, perSecond: 20, p99: 40, stale: { list: 12, job: 3 } },
    memory: [100, 101, 101, 102, 101].flatMap((size) =>
      [size, size, size + 9].map((mebibytes) => mebibytes * 2 ** 20),
    ),
  });
  expect(text).toContain('800 a second for 600 seconds');
  expect(text).toContain('p50 1.23 ms, p99 9.87 ms');
  expect(text).toContain('479999 × 200, 1 × 503');
  expect(text).toContain('20.0 a second, 12000 in all, p99 40.0 ms, visible after 12.0 ms at most');
  expect(text).toContain('100, 101, 101, 102, 101 MiB; at most 109, 110, 110, 111, 110 MiB');
});
