import { setMaxListeners } from 'node:events';
import { Agent, get } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './processes.mjs';

/** The headers that browsers send. */
export const BROWSER = { 'accept-encoding': 'br' };

/** The timeout of a request (ms). */
const TIMEOUT = 10_000;

/**
 * @typedef {object} Response
 * @property {number} status 0 without a response
 * @property {number} duration until the complete response (ms)
 * @property {string[]} headers alternating names and values
 * @property {Buffer} body as sent, still compressed
 */

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Creates a client with persistent connections. Unlike `fetch`, it does not decode responses.
 * @param {string} origin
 * @param {import('node:http').AgentOptions & { headers?: Record<string, string> }} [options]
 */
export function createClient(origin, { headers: usual, ...options } = {}) {
  const agent = new Agent({ keepAlive: true, ...options });
  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<Response>}
   */
  const send = (path, headers) => {
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (/** @type {import('node:http').IncomingMessage | undefined} */ response) =>
        resolve({
          status: response?.statusCode ?? 0,
          duration: performance.now() - started,
          headers: response?.rawHeaders ?? [],
          body: Buffer.concat(chunks),
        });
      /** @type {Buffer[]} */
      const chunks = [];
      const options = { agent, headers: { ...usual, ...headers }, timeout: TIMEOUT };
      const request = get(origin + path, options, (response) => {
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => end(response)).on('error', () => end(undefined));
      });
      request.on('timeout', () => request.destroy()).on('error', () => end(undefined));
    });
  };
  return {
    send,
    /**
     * @param {string} path
     * @throws {BenchError} unless the status is 200
     */
    async sendOk(path) {
      const response = await send(path);
      const { status } = response;
      if (status !== 200) throw new BenchError(`${path}: ${status ? `status ${status}` : NONE}`);
      return response;
    },
    close: () => agent.destroy(),
  };
}

const NONE = 'no response';

/**
 * Runs a task repeatedly until the count or the time is reached or the signal aborts. Each run gets a number, which
 * counts from 0. At most `concurrency` runs overlap. With a rate, runs start at even intervals, even if earlier ones
 * have not ended.
 * @param {(number: number) => Promise<unknown>} task
 * @param {object} limits
 * @param {AbortSignal} limits.signal
 * @param {number} [limits.concurrency]
 * @param {number} [limits.rate] tasks per second
 * @param {number} [limits.count]
 * @param {number} [limits.seconds]
 * @returns {Promise<number>} the duration of all runs in seconds
 */
export async function repeat(task, { signal, concurrency = 1, rate, count, seconds }) {
  const started = performance.now();
  const end = started + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const last = count ?? Number.POSITIVE_INFINITY;
  let next = 0;
  setMaxListeners(0, signal);
  const work = async () => {
    while (next < last && performance.now() < end && !signal.aborted) {
      const number = next++;
      const due = rate === undefined ? started : started + (number * 1_000) / rate;
      const wait = Math.min(due, end) - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
      if (due < end && !signal.aborted) await task(number);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    next = last;
  }
  return (performance.now() - started) / 1_000;
}

/** Counts responses and summarizes their durations. Uses a histogram, because a soak test has millions of responses. */
export function createRecord() {
  // The histogram records microseconds, because it accepts only integers.
  const times = createHistogram();
  /** @type {Record<string, number>} */
  const statuses = {};
  const percentile = (/** @type {number} */ percent) =>
    times.count > 0 ? times.percentile(percent) / 1_000 : Number.NaN;
  return {
    /** @param {Pick<Response, 'status' | 'duration'>} response */
    add({ status, duration }) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      times.record(Math.max(1, Math.round(duration * 1_000)));
    },
    /** Times are in milliseconds. */
    summary: () => ({
      requests: Number(times.count),
      p50: percentile(50),
      p99: percentile(99),
      max: percentile(100),
      statuses: { ...statuses },
    }),
  };
}

/** Pages, lists and searches, which the server without a cache renders for each request. */
const PATHS = ['/', '/jobs', '/jobs?q=engineer', '/companies', '/api/jobs', '/api/jobs?q=design'];

/** @param {number} number */
export function uncachedPath(number) {
  return PATHS[number % PATHS.length] ?? '/';
}

/**
 * @param {(path: string) => Promise<Response>} send
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<number>} responses per second
 */
export async function measureCapacity(send, seconds, signal) {
  let responses = 0;
  const task = async (/** @type {number} */ number) => {
    const { status } = await send(uncachedPath(number));
    if (status !== 200)
      throw new BenchError(`The server returned ${status}, although it was not overloaded.`);
    responses += 1;
  };
  await repeat(task, { concurrency: 16, seconds, signal });
  signal.throwIfAborted();
  return responses / seconds;
}
