import { Agent } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { startProduct } from '../load/server.mjs';
import { askOnce, keepBusy, sendAndNote } from '../load/steady-load.mjs';
import { startWriting } from '../load/writes.mjs';
import { median } from '../report/percentiles.mjs';

/** How much of what the server can carry is asked of it. */
export const SHARE = 0.8;

export const DEFAULT_SECONDS = 600;

/** Seconds. */
const WARM_UP_SECONDS = 5;
const CAPACITY_SECONDS = 10;

const CONNECTIONS = 256;

/** Between two looks at the memory (ms). */
const INTERVAL = 1_000;

/**
 * @typedef {object} Endurance Times in milliseconds, sizes in bytes.
 * @property {number} seconds
 * @property {number} capacity answers a second that the server can carry while others write
 * @property {number} offered requests a second that it was sent
 * @property {Record<string, number>} statuses how often each came; 0 where no answer did
 * @property {number} p50
 * @property {number} p99
 * @property {import('../load/writes.mjs').Writes} writes
 * @property {{ middle: number, most: number }[]} memory what the server took in each fifth of the time
 */

/**
 * Asks of the server what it can carry for a long time, while others write.
 * @param {string} dataDir
 * @param {number} seconds
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<Endurance>}
 */
export async function measureEndurance(dataDir, seconds, { say, signal }) {
  say('Starting the server…');
  const settings = { DEMO_DATA: 'true', RATE_LIMIT_SCALE: '0', TRUST_PROXY: '127.0.0.1' };
  const product = await startProduct(dataDir, settings, signal);
  // As a proxy keeps to a server.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let count = 0;
  // As a proxy passes many people's requests on.
  const someone = () => ({ 'x-forwarded-for': `203.0.113.${count++ % 250}` });
  /** @param {string} path */
  const ask = (path) => askOnce(agent, `${product.origin}${path}`, path, someone());
  try {
    const writing = await startWriting(product, product, await firstCompany(product.origin));
    try {
      say('Measuring what it can carry while others write…');
      await keepBusy(ask, WARM_UP_SECONDS, signal);
      const capacity = await keepBusy(ask, CAPACITY_SECONDS, signal);
      say(`Asking ${SHARE * 100} % of it, for ${seconds} seconds…`);
      /** @type {number[]} */
      const memory = [];
      const watch = setInterval(async () => {
        memory.push(await residentMemory(product.pid));
      }, INTERVAL);
      // In microseconds: millions of replies are too many to keep.
      const times = createHistogram();
      /** @type {Record<string, number>} */
      const statuses = {};
      const note = (/** @type {import('../load/steady-load.mjs').Reply} */ { status, took }) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        times.record(Math.max(1, Math.round(took * 1_000)));
      };
      await sendAndNote(ask, capacity * SHARE, seconds, signal, note, undefined, CONNECTIONS);
      clearInterval(watch);
      return {
        seconds,
        capacity,
        offered: times.count / seconds,
        statuses,
        p50: times.percentile(50) / 1_000,
        p99: times.percentile(99) / 1_000,
        writes: await writing.stop(),
        memory: byFifths(memory),
      };
    } finally {
      // A second time it does nothing more.
      await writing.stop();
    }
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/** @param {string} origin */
async function firstCompany(origin) {
  const reply = await fetch(`${origin}/api/companies?limit=1`);
  const { results } = await reply.json();
  if (!reply.ok || results.length === 0) throw new BenchError('The board has no company.');
  return results[0].id;
}

/**
 * The median and the highest of each fifth: what is collected now and then makes the highest jump, and what
 * is never given back lifts the median.
 * @param {number[]} values
 */
export function byFifths(values) {
  return [0, 1, 2, 3, 4].map((fifth) => {
    const [from, to] = [fifth, fifth + 1].map((n) => Math.floor((n * values.length) / 5));
    const part = values.slice(from, to);
    return { middle: median(part), most: Math.max(...part) };
  });
}

/** @param {Endurance} endurance */
export function formatEndurance({
  capacity,
  offered,
  statuses,
  p50,
  p99,
  writes,
  memory,
  seconds,
}) {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const stale = Math.max(0, ...Object.values(writes.stale));
  const mebibytes = (/** @type {number[]} */ sizes) =>
    `${sizes.map((size) => Math.round(size / 2 ** 20)).join(', ')} MiB`;
  const lines = {
    'it can carry': `${Math.round(capacity)} requests a second, while others write`,
    'it was asked': `${Math.round(offered)} a second for ${seconds} seconds`,
    'answers, by status': answers.join(', '),
    'answered in': `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    written: `${writes.perSecond.toFixed(1)} a second, ${writes.written} in all, p99 ${Math.round(writes.p99)} ms, seen after ${Math.round(stale)} ms at most`,
    'memory by fifths': `${mebibytes(memory.map(({ middle }) => middle))}; at most ${mebibytes(memory.map(({ most }) => most))}`,
  };
  const width = Math.max(...Object.keys(lines).map(({ length }) => length));
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
