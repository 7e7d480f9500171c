import { expect, test } from 'vitest';
import { summarize } from './mail.mjs';

test('a row has the median of the ratios of all pairs, so a machine that becomes slower does not distort it', () => {
  const pair = (/** @type {number} */ rps, /** @type {number} */ during) => ({
    without: { rps, p50: 1, p99: 10 },
    during: { rps: during, p50: 2, p99: 20 },
    mailsPerMinute: 1_000,
  });
  expect(summarize(16, [pair(4_000, 3_800), pair(2_000, 1_800), pair(1_000, 980)])).toEqual([
    '16',
    '1,000',
    '2,000',
    '1,800',
    '0.95',
    '1.00 ms / 2.00 ms',
    '10.0 ms / 20.0 ms',
  ]);
});
