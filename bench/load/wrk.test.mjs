import { describe, expect, it } from 'vitest';
import { readResult } from './wrk.mjs';

/** The output of wrk 4.1.0 with `wrk.lua`. */
const output = (/** @type {object} */ parts = {}) => `Running 1s test @ http://127.0.0.1:4567/
  1 threads and 16 connections
  83 requests in 1.00s, 1.98MB read
Requests/sec:     82.62
Transfer/sec:      1.98MB
${JSON.stringify({
  requests: 3000,
  duration: 2_000_000,
  p50: 158,
  p99: 90_000_000,
  unsuccessful: 0,
  socketErrors: 0,
  timeouts: 0,
  ...parts,
})}
`;

describe('readResult', () => {
  it('returns the responses per second, and the latencies in milliseconds', () => {
    expect(readResult(output())).toEqual({ rps: 1_500, p50: 0.158, p99: 90_000 });
  });

  it('accepts output without a final line break', () => {
    expect(readResult(output().trim()).rps).toBe(1_500);
  });

  it('refuses unsuccessful responses', () => {
    expect(() => readResult(output({ unsuccessful: 12 }))).toThrow(
      'some requests failed: 12 unsuccessful',
    );
  });

  it('reports socket errors and unsuccessful responses together', () => {
    expect(() => readResult(output({ unsuccessful: 2, socketErrors: 3, timeouts: 1 }))).toThrow(
      'some requests failed: 2 unsuccessful, 3 socketErrors, 1 timeouts',
    );
  });

  it('refuses a measurement without responses', () => {
    expect(() => readResult(output({ requests: 0, p50: 0, p99: 0 }))).toThrow(
      'no response in time',
    );
  });

  it.each(['', 'Usage: wrk <options> <url>\n'])(
    'readResult refuses output in another format: %#',
    (text) => {
      expect(() => readResult(text)).toThrow('wrk printed something unexpected');
    },
  );
});
