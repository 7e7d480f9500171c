import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './processes.mjs';

/** Pages, lists and searches that the server renders for each request without a cache. */
export const PATHS = [
  '/',
  '/jobs',
  '/jobs?q=engineer',
  '/companies',
  '/api/jobs',
  '/api/jobs?q=design',
];

/** The connections that measure the capacity. */
const BUSY = 16;

/** The interval for sending due requests (ms). */
const TICK = 5;

/** The timeout of a request (ms). */
const REQUEST_TIMEOUT_MS = 10_000;

/** @typedef {{ path: string, status: number, duration: number }} TimedResponse `status` is 0 without a response; `duration` is in ms */

/**
 * @param {import('node:http').Agent} agent
 * @param {string} url
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @returns {Promise<TimedResponse>}
 */
export function sendRequest(agent, url, path, headers = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const settle = (/** @type {number} */ status) =>
      resolve({ path, status, duration: performance.now() - started });
    const requested = request(url, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      response.on('error', () => settle(0));
      response.on('end', () => settle(response.statusCode ?? 0));
      response.resume();
    });
    requested.on('timeout', () => requested.destroy());
    requested.on('error', () => settle(0));
    requested.end();
  });
}

/**
 * @param {(path: string) => Promise<TimedResponse>} ask
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<number>} responses per second
 */
export async function measureCapacity(ask, seconds, signal) {
  const end = performance.now() + seconds * 1_000;
  let responses = 0;
  const work = async (/** @type {number} */ place) => {
    for (let turn = place; performance.now() < end; turn += 1) {
      signal.throwIfAborted();
      const { status } = await ask(PATHS[turn % PATHS.length] ?? '/');
      if (status !== 200) throw new BenchError(`The server returned ${status} without overload.`);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: BUSY }, (_, place) => work(place)));
  return responses / seconds;
}

/**
 * Sends requests at a constant rate, regardless of responses, and some of them to the health check.
 * @param {(path: string) => Promise<TimedResponse>} ask
 * @param {number} rate
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @param {string} [healthCheck]
 * @returns {Promise<TimedResponse[]>}
 */
export async function sendEvenly(ask, rate, seconds, signal, healthCheck) {
  /** @type {TimedResponse[]} */
  const responses = [];
  const note = (/** @type {TimedResponse} */ response) => void responses.push(response);
  await sendAtRate(ask, rate, seconds, signal, note, healthCheck);
  return responses;
}

/**
 * Like `sendEvenly`, but passes each response to `note` instead of storing all. At most `max` requests are open at a
 * time; later ones wait.
 * @param {(path: string) => Promise<TimedResponse>} ask
 * @param {number} rate
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @param {(response: TimedResponse) => void} note
 * @param {string} [healthCheck]
 * @param {number} [max]
 */
export async function sendAtRate(ask, rate, seconds, signal, note, healthCheck, max = Infinity) {
  const started = performance.now();
  let sent = 0;
  let open = 0;
  let closed = () => {};
  /** @param {string} path */
  const send = async (path) => {
    open += 1;
    note(await ask(path));
    open -= 1;
    if (open === 0) closed();
  };
  for (let now = started; now < started + seconds * 1_000; now = performance.now()) {
    signal.throwIfAborted();
    for (const due = ((now - started) / 1_000) * rate; sent < due && open < max; sent += 1) {
      void send(
        healthCheck && sent % 200 === 0 ? healthCheck : (PATHS[sent % PATHS.length] ?? '/'),
      );
    }
    await sleep(TICK);
  }
  if (open > 0) {
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      closed = resolve;
    });
  }
}
