import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { startProduct } from '../load/server.mjs';
import { askOnce, keepBusy, PATHS, sendEvenly } from '../load/steady-load.mjs';
import { percentile } from '../report/percentiles.mjs';

const PROBE = '/healthz';

/** How many times what the server can carry is asked of it. */
export const TIMES = 4;

/** Seconds. */
const CAPACITY_SECONDS = 5;
const CALM_SECONDS = 3;
const LOAD_SECONDS = 20;

/** After the load, one request is sent in so long (ms), until so many in a row are answered as before. */
const PROBING = 50;
const RECOVERED = 10;

/** @typedef {import('../load/steady-load.mjs').Reply} Reply */

/**
 * @typedef {object} Overload Times in milliseconds, sizes in bytes.
 * @property {number} capacity answers a second that the server can carry
 * @property {number} offered requests a second that it was sent
 * @property {number} accepted answers a second that were let in meanwhile
 * @property {number} p50 of those
 * @property {number} p99 of those
 * @property {Record<string, number>} statuses how often each came; 0 where no answer did
 * @property {number} refusedP99 until somebody was turned away
 * @property {number} probeP99 of the probe of the process
 * @property {number} recovery from the end of the load until all are answered as before
 * @property {number} memory the most that the server took
 */

/**
 * Asks more of the server than it can carry.
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
  const ask = (path) => askOnce(agent, `${product.origin}${path}`, path);
  try {
    say('Measuring what it can carry…');
    await keepBusy(ask, 2, signal);
    const capacity = await keepBusy(ask, CAPACITY_SECONDS, signal);
    const calm = await sendEvenly(ask, Math.max(1, capacity / 4), CALM_SECONDS, signal);
    const usual = percentile(
      calm.map(({ took }) => took),
      99,
    );

    say(`Asking ${TIMES} times as much of it, for ${LOAD_SECONDS} seconds…`);
    let memory = 0;
    const watch = setInterval(async () => {
      memory = Math.max(memory, await residentMemory(product.pid));
    }, 500);
    const replies = await sendEvenly(ask, capacity * TIMES, LOAD_SECONDS, signal, PROBE);
    clearInterval(watch);
    const recovery = await waitUntilCalm(ask, usual, signal);
    return { ...summarize(replies, LOAD_SECONDS), capacity, recovery, memory };
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/**
 * @param {(path: string) => Promise<Reply>} ask
 * @param {number} usual milliseconds that an answer takes
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds until the first of many that were answered as usual
 */
async function waitUntilCalm(ask, usual, signal) {
  const begun = performance.now();
  let since = begun;
  for (let calm = 0; calm < RECOVERED; ) {
    signal.throwIfAborted();
    if (performance.now() - begun > 60_000) throw new BenchError('The server does not recover.');
    const sent = performance.now();
    const { status, took } = await ask(PATHS[calm % PATHS.length] ?? '/');
    const isCalm = status === 200 && took <= Math.max(2 * usual, 50);
    if (!isCalm) calm = 0;
    else if (calm === 0) since = sent;
    if (isCalm) calm += 1;
    await sleep(PROBING);
  }
  return since - begun;
}

/**
 * @param {Reply[]} replies
 * @param {number} seconds
 */
function summarize(replies, seconds) {
  const pages = replies.filter(({ path }) => path !== PROBE);
  const timesOf = (/** @type {(reply: Reply) => boolean} */ which) =>
    replies.filter(which).map(({ took }) => took);
  const accepted = timesOf(({ path, status }) => path !== PROBE && status === 200);
  const refused = timesOf(({ path, status }) => path !== PROBE && status !== 200);
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
    probeP99: percentile(
      timesOf(({ path }) => path === PROBE),
      99,
    ),
  };
}

/** @param {Overload} overload */
export function formatOverload(overload) {
  const ms = (/** @type {number} */ time) => `${Math.round(time)} ms`;
  const answers = Object.entries(overload.statuses).map(
    ([status, count]) => `${count} × ${status}`,
  );
  const lines = {
    'it can carry': `${Math.round(overload.capacity)} requests a second, made anew`,
    'it was asked': `${Math.round(overload.offered)} requests a second`,
    'it let in': `${Math.round(overload.accepted)} a second; p50 ${ms(overload.p50)}, p99 ${ms(overload.p99)}`,
    'it turned away': `with p99 ${ms(overload.refusedP99)}`,
    'answers, by status': answers.join(', '),
    'its probe': `p99 ${ms(overload.probeP99)}`,
    'back to usual after': ms(overload.recovery),
    'memory at most': `${Math.round(overload.memory / 2 ** 20)} MiB`,
  };
  const width = Math.max(...Object.keys(lines).map(({ length }) => length));
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
