import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { median } from '../report/figures.mjs';
import { measureLatency } from '../scenarios/measure-board.mjs';
import { createRecord, repeat } from './requests.mjs';

const { signal } = new AbortController();

/** @param {number[]} durations */
function summaryOf(...durations) {
  const record = createRecord();
  for (const duration of durations) record.add({ status: 200, duration });
  return record.summary();
}

it('recorded percentiles differ from the exact ones by less than a thousandth', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  const { requests, p50, p99, max } = summaryOf(...hundred);
  expect(requests).toBe(100);
  for (const [found, expected] of [
    [p50, 50],
    [p99, 99],
    [max, 100],
  ]) {
    expect(Math.abs((found ?? 0) / (expected ?? 1) - 1)).toBeLessThan(0.001);
  }
});

it('a percentile of a few durations is one of these durations', () => {
  expect(summaryOf(0.3, 0.1, 0.2)).toMatchObject({ p50: 0.2, p99: 0.3 });
  expect(summaryOf().p99).toBeNaN();
});

it('the median of an even count lies between the two middle numbers', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});

it('measureLatency names the slowest path', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/slow') setTimeout(() => response.end(), 3);
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const paths = ['/fast', '/slow'];
  const { requests, slowest } = await measureLatency(`http://127.0.0.1:${port}`, paths, signal);
  server.close();
  expect(requests).toBe(300);
  expect(slowest?.path).toBe('/slow');
});

it('repeat runs the task once for each number below the count', async () => {
  /** @type {number[]} */
  const numbers = [];
  const task = async (/** @type {number} */ number) => numbers.push(number);
  await repeat(task, { count: 5, concurrency: 2, signal });
  expect(numbers).toEqual([0, 1, 2, 3, 4]);
});

it('repeat starts tasks at the given rate even while earlier tasks are running', async () => {
  let most = 0;
  let open = 0;
  const task = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 50));
    open -= 1;
  };
  const seconds = await repeat(task, { count: 20, rate: 200, concurrency: 20, signal });
  expect(most).toBeGreaterThan(2);
  expect(seconds).toBeGreaterThan(0.09);
});

it('repeat stops all tasks when one fails, and starts none if the signal is aborted', async () => {
  let runs = 0;
  const task = async () => {
    runs += 1;
    throw new Error('refused');
  };
  await expect(repeat(task, { concurrency: 3, signal })).rejects.toThrow('refused');
  expect(runs).toBe(3);
  await repeat(task, { signal: AbortSignal.abort() });
  expect(runs).toBe(3);
});
