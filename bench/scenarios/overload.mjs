import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { startProduct } from '../load/server.mjs';
import { measureCapacity, PATHS, sendEvenly, sendRequest } from '../load/steady-load.mjs';
import { percentile } from '../report/percentiles.mjs';

const HEALTH_CHECK = '/healthz';

/** The offered load as a multiple of the server's capacity. */
export const TIMES = 4;

/** Durations (s). */
const CAPACITY_SECONDS = 5;
const CALM_SECONDS = 3;
const LOAD_SECONDS = 20;

/** After the load: the interval between requests (ms), and the number of normal responses in a row that end the run. */
const PAUSE = 50;
const NORMAL_RESPONSES = 10;

/** @typedef {import('../load/steady-load.mjs').TimedResponse} TimedResponse */

/**
 * @typedef {object} Overload Times in milliseconds, sizes in bytes.
 * @property {number} capacity responses per second
 * @property {number} offered requests per second that were sent
 * @property {number} accepted successful responses per second
 * @property {number} p50 of accepted requests
 * @property {number} p99 of accepted requests
 * @property {Record<string, number>} statuses the number of responses of each status; 0 for none
 * @property {number} refusedP99 of shed requests
 * @property {number} healthP99 of the health check
 * @property {number} recovery from the end of the load until responses are normal
 * @property {number} memory the maximum of the server
 */

/**
 * Sends more than the server's capacity.
 * @param {string} dataDir
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<Overload>}
 */
export async function measureOverload(dataDir, { say, signal }) {
  say('Starting the server…');
  const settings = { DEMO_DATA: 'true', PAGE_CACHE_MB: '0', RATE_LIMIT_SCALE: '0' };
  const product = await startProduct(dataDir, settings, signal);
  const agent = new Agent({ keepAlive: true });
  /** @param {string} path */
  const ask = (path) => sendRequest(agent, `${product.origin}${path}`, path);
  try {
    say('Measuring the capacity…');
    await measureCapacity(ask, 2, signal);
    const capacity = await measureCapacity(ask, CAPACITY_SECONDS, signal);
    const calm = await sendEvenly(ask, Math.max(1, capacity / 4), CALM_SECONDS, signal);
    const usual = percentile(
      calm.map(({ duration }) => duration),
      99,
    );

    say(`Sending ${TIMES} times as much for ${LOAD_SECONDS} seconds…`);
    let memory = 0;
    const watch = setInterval(async () => {
      memory = Math.max(memory, await residentMemory(product.pid));
    }, 500);
    const responses = await sendEvenly(ask, capacity * TIMES, LOAD_SECONDS, signal, HEALTH_CHECK);
    clearInterval(watch);
    const recovery = await waitUntilCalm(ask, usual, signal);
    return { ...summarize(responses, LOAD_SECONDS), capacity, recovery, memory };
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/**
 * @param {(path: string) => Promise<TimedResponse>} ask
 * @param {number} usual the normal response time (ms)
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds until the first of many normal responses in a row
 */
async function waitUntilCalm(ask, usual, signal) {
  const started = performance.now();
  let since = started;
  for (let calm = 0; calm < NORMAL_RESPONSES; ) {
    signal.throwIfAborted();
    if (performance.now() - started > 60_000) throw new BenchError('The server does not recover.');
    const sent = performance.now();
    const { status, duration } = await ask(PATHS[calm % PATHS.length] ?? '/');
    const isCalm = status === 200 && duration <= Math.max(2 * usual, 50);
    if (!isCalm) calm = 0;
    else if (calm === 0) since = sent;
    if (isCalm) calm += 1;
    await sleep(PAUSE);
  }
  return since - started;
}

/**
 * @param {TimedResponse[]} responses
 * @param {number} seconds
 */
function summarize(responses, seconds) {
  const pages = responses.filter(({ path }) => path !== HEALTH_CHECK);
  const timesOf = (/** @type {(response: TimedResponse) => boolean} */ which) =>
    responses.filter(which).map(({ duration }) => duration);
  const accepted = timesOf(({ path, status }) => path !== HEALTH_CHECK && status === 200);
  const refused = timesOf(({ path, status }) => path !== HEALTH_CHECK && status !== 200);
  /** @type {Record<string, number>} */
  const statuses = {};
  for (const { status } of pages) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    offered: pages.length / seconds,
    accepted: accepted.length / seconds,
    p50: percentile(accepted, 50),
    p99: percentile(accepted, 99),
    statuses,
    refusedP99: percentile(refused, 99),
    healthP99: percentile(
      timesOf(({ path }) => path === HEALTH_CHECK),
      99,
    ),
  };
}

/** @param {Overload} overload */
export function formatOverload(overload) {
  const ms = (/** @type {number} */ time) => `${Math.round(time)} ms`;
  const responses = Object.entries(overload.statuses).map(
    ([status, count]) => `${count} × ${status}`,
  );
  const lines = {
    capacity: `${Math.round(overload.capacity)} uncached requests a second`,
    offered: `${Math.round(overload.offered)} requests a second`,
    accepted: `${Math.round(overload.accepted)} a second; p50 ${ms(overload.p50)}, p99 ${ms(overload.p99)}`,
    refused: `with p99 ${ms(overload.refusedP99)}`,
    statuses: responses.join(', '),
    'health check': `p99 ${ms(overload.healthP99)}`,
    recovery: ms(overload.recovery),
    'maximum memory': `${Math.round(overload.memory / 2 ** 20)} MiB`,
  };
  const width = Math.max(...Object.keys(lines).map(({ length }) => length));
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
