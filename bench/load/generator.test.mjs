import { describe, expect, it } from 'vitest';
import { readAutocannonResult, readWrkOutput } from './generator.mjs';

/**
 * The output of wrk 4.1.0.
 * @param {{ p99: string, rate?: string, requests?: number, problems?: string }} parts
 */
function wrkOutput({ p99, rate = '82.62', requests = 83, problems = '' }) {
  return `Running 1s test @ http://127.0.0.1:4567/api/jobs
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   182.28ms   82.26ms 491.32ms   78.82%
    Req/Sec     1.20k    38.62     1.31k    60.00%
  Latency Distribution
     50%  158.01us
     75%  195.74us
     90%  304.00us
     99% ${p99.padStart(8)}
  ${requests} requests in 1.00s, 1.98MB read
${problems}Requests/sec: ${rate.padStart(9)}
Transfer/sec:      1.98MB
`;
}

describe('readWrkOutput', () => {
  it.each([
    ['837.00us', 0.837],
    ['491.32ms', 491.32],
    ['1.25s', 1250],
    ['1.50m', 90_000],
  ])('reads a p99 of %s', (p99, milliseconds) => {
    expect(readWrkOutput(wrkOutput({ p99 }))).toEqual({
      rps: 82.62,
      p50: expect.closeTo(0.158),
      p99: expect.closeTo(milliseconds),
    });
  });

  it.each([
    ['25340.17', 25_340.17],
    ['25.34k', 25_340],
    ['1.20M', 1_200_000],
  ])('reads a rate of %s', (rate, rps) => {
    expect(readWrkOutput(wrkOutput({ p99: '1.00ms', rate })).rps).toBeCloseTo(rps);
  });

  it('reads an output without a final line break', () => {
    expect(readWrkOutput(wrkOutput({ p99: '1.00ms' }).trim()).p99).toBe(1);
  });

  it('refuses unsuccessful responses', () => {
    const problems = '  Non-2xx or 3xx responses: 12\n';
    expect(() => readWrkOutput(wrkOutput({ p99: '1.00ms', problems }))).toThrow(
      'some requests failed: Non-2xx or 3xx responses: 12',
    );
  });

  it('reports socket errors and unsuccessful responses together', () => {
    const problems =
      '  Socket errors: connect 0, read 3, write 0, timeout 1\n  Non-2xx or 3xx responses: 2\n';
    expect(() => readWrkOutput(wrkOutput({ p99: '1.00ms', problems }))).toThrow(
      'Socket errors: connect 0, read 3, write 0, timeout 1; Non-2xx or 3xx responses: 2',
    );
  });

  it('refuses a measurement without responses', () => {
    expect(() => readWrkOutput(wrkOutput({ p99: '0.00us', rate: '0.00', requests: 0 }))).toThrow(
      'no response in time',
    );
  });

  it.each(['', 'Usage: wrk <options> <url>\n', wrkOutput({ p99: '-nan' })])(
    'refuses unexpected output: %#',
    (output) => {
      expect(() => readWrkOutput(output)).toThrow('wrk printed something unexpected');
    },
  );
});

describe('readAutocannonResult', () => {
  const histogram = /** @type {import('autocannon').Histogram} */ ({ total: 3000, p50: 2, p99: 4 });
  const result = {
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    duration: 2,
    requests: { ...histogram, sent: 3016 },
    latency: histogram,
  };

  it('reads rate and p99', () => {
    expect(readAutocannonResult(result)).toEqual({ rps: 1500, p50: 2, p99: 4 });
  });

  it.each([{ errors: 1 }, { non2xx: 1 }])('refuses %o', (problem) => {
    expect(() => readAutocannonResult({ ...result, ...problem })).toThrow('some requests failed');
  });
});
