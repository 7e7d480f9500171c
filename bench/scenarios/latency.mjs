import { Agent, get } from 'node:http';
import { ENCODING } from '../load/generator.mjs';
import { BenchError } from '../load/processes.mjs';
import { median, percentile } from '../report/percentiles.mjs';

/** The requests of a scenario and their total time limit (ms). A slow scenario gets fewer requests. */
const REQUESTS = 300;
const MAX_DURATION = 20_000;
const MIN_REQUESTS = 30;

/**
 * @typedef {object} Latency in milliseconds
 * @property {number} requests
 * @property {number} p50
 * @property {number} p99
 * @property {number} max
 * @property {{ path: string, p50: number }} slowest the path with the highest median
 */

/**
 * Requests the paths in turn on one connection.
 * @param {string} origin
 * @param {string[]} paths at least one
 * @param {AbortSignal} signal
 * @returns {Promise<Latency>}
 * @throws {BenchError} after an unsuccessful response
 */
export async function measureLatency(origin, paths, signal) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    // Request each path once to warm the disk cache, and at least twenty in all to compile the code.
    for (let number = 0; number < Math.max(20, paths.length); number++) {
      await timeRequest(agent, origin + paths[number % paths.length]);
      signal.throwIfAborted();
    }
    /** @type {Map<string, number[]>} */
    const times = new Map(paths.map((path) => [path, []]));
    const end = performance.now() + MAX_DURATION;
    for (let number = 0; number < REQUESTS; number++) {
      if (number >= MIN_REQUESTS && performance.now() > end) break;
      signal.throwIfAborted();
      const path = paths[number % paths.length] ?? '';
      times.get(path)?.push(await timeRequest(agent, origin + path));
    }
    return summarizeTimes(times);
  } finally {
    agent.destroy();
  }
}

/**
 * @param {Map<string, number[]>} times of each path
 * @returns {Latency}
 */
export function summarizeTimes(times) {
  const all = [...times.values()].flat();
  const [slowest] = [...times]
    .filter(([, each]) => each.length > 0)
    .map(([path, each]) => ({ path, p50: median(each) }))
    .sort((a, b) => b.p50 - a.p50);
  if (!slowest) throw new Error('no times were measured');
  return {
    requests: all.length,
    p50: median(all),
    p99: percentile(all, 99),
    max: Math.max(...all),
    slowest,
  };
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<number>} milliseconds until the complete response
 */
function timeRequest(agent, url) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const fail = (/** @type {string} */ reason) => reject(new BenchError(`${url}: ${reason}`));
    get(url, { agent, headers: ENCODING, timeout: 30_000 }, (response) => {
      if (response.statusCode !== 200) fail(`status ${response.statusCode}`);
      response.once('end', () => resolve(performance.now() - started));
      response.once('error', (error) => fail(error.message));
      response.resume();
    })
      .once('timeout', () => fail('no response within 30 seconds'))
      .once('error', (error) => fail(error.message));
  });
}
