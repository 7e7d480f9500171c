import { Agent } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { startProduct } from '../load/server.mjs';
import { measureCapacity, sendAtRate, sendRequest } from '../load/steady-load.mjs';
import { startWriting } from '../load/writes.mjs';
import { median } from '../report/percentiles.mjs';

/** The offered load as a fraction of the server's capacity. */
export const SHARE = 0.8;

export const DEFAULT_SECONDS = 600;

/** Durations (s). */
const WARM_UP_SECONDS = 5;
const CAPACITY_SECONDS = 10;

const CONNECTIONS = 256;

/** The interval between memory samples (ms). */
const INTERVAL = 1_000;

/**
 * @typedef {object} Soak Times in milliseconds, sizes in bytes.
 * @property {number} seconds
 * @property {number} capacity responses per second during writes
 * @property {number} offered requests per second that were sent
 * @property {Record<string, number>} statuses the number of responses of each status; 0 for none
 * @property {number} p50
 * @property {number} p99
 * @property {import('../load/writes.mjs').Writes} writes
 * @property {{ median: number, max: number }[]} memory of the server in each fifth of the time
 */

/**
 * Sends most of the server's capacity for a long time, with concurrent writes.
 * @param {string} dataDir
 * @param {number} seconds
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<Soak>}
 */
export async function measureSoak(dataDir, seconds, { say, signal }) {
  say('Starting the server…');
  const settings = { DEMO_DATA: 'true', RATE_LIMIT_SCALE: '0', TRUST_PROXY: '127.0.0.1' };
  const product = await startProduct(dataDir, settings, signal);
  // Persistent connections, as a proxy has them.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let count = 0;
  // Many client addresses, as a proxy forwards them.
  const someone = () => ({ 'x-forwarded-for': `203.0.113.${count++ % 250}` });
  /** @param {string} path */
  const ask = (path) => sendRequest(agent, `${product.origin}${path}`, path, someone());
  try {
    const writing = await startWriting(product, product, await firstCompany(product.origin));
    try {
      say('Measuring the capacity during writes…');
      await measureCapacity(ask, WARM_UP_SECONDS, signal);
      const capacity = await measureCapacity(ask, CAPACITY_SECONDS, signal);
      say(`Sending ${SHARE * 100} % of it for ${seconds} seconds…`);
      /** @type {number[]} */
      const memory = [];
      const watch = setInterval(async () => {
        memory.push(await residentMemory(product.pid));
      }, INTERVAL);
      // A histogram in microseconds, because millions of responses would need too much memory.
      const times = createHistogram();
      /** @type {Record<string, number>} */
      const statuses = {};
      const note = (
        /** @type {import('../load/steady-load.mjs').TimedResponse} */ { status, duration },
      ) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        times.record(Math.max(1, Math.round(duration * 1_000)));
      };
      await sendAtRate(ask, capacity * SHARE, seconds, signal, note, undefined, CONNECTIONS);
      clearInterval(watch);
      return {
        seconds,
        capacity,
        offered: times.count / seconds,
        statuses,
        p50: times.percentile(50) / 1_000,
        p99: times.percentile(99) / 1_000,
        writes: await writing.stop(),
        memory: summarizeFifths(memory),
      };
    } finally {
      // Stopping again has no effect.
      await writing.stop();
    }
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/** @param {string} origin */
async function firstCompany(origin) {
  const response = await fetch(`${origin}/api/companies?limit=1`);
  const { results } = await response.json();
  if (!response.ok || results.length === 0) throw new BenchError('The board has no company.');
  return results[0].id;
}

/**
 * The median and maximum of each fifth. Garbage raises only the maximum; a leak also raises the median.
 * @param {number[]} values
 */
export function summarizeFifths(values) {
  return [0, 1, 2, 3, 4].map((fifth) => {
    const [from, to] = [fifth, fifth + 1].map((n) => Math.floor((n * values.length) / 5));
    const part = values.slice(from, to);
    return { median: median(part), max: Math.max(...part) };
  });
}

/** @param {Soak} soak */
export function formatSoak({ capacity, offered, statuses, p50, p99, writes, memory, seconds }) {
  const responses = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const stale = Math.max(0, ...Object.values(writes.stale));
  const mebibytes = (/** @type {number[]} */ sizes) =>
    `${sizes.map((size) => Math.round(size / 2 ** 20)).join(', ')} MiB`;
  const lines = {
    capacity: `${Math.round(capacity)} requests a second during writes`,
    offered: `${Math.round(offered)} requests a second for ${seconds} seconds`,
    statuses: responses.join(', '),
    'response times': `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    writes: `${writes.perSecond.toFixed(1)} a second, ${writes.written} in all, p99 ${Math.round(writes.p99)} ms, visible after ${Math.round(stale)} ms at most`,
    'memory by fifths': `${mebibytes(memory.map(({ median }) => median))}; at most ${mebibytes(memory.map(({ max }) => max))}`,
  };
  const width = Math.max(...Object.keys(lines).map(({ length }) => length));
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
