import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError, watchMemory } from '../load/processes.mjs';
import {
  createClient,
  createRecord,
  measureCapacity,
  repeat,
  uncachedPath,
} from '../load/requests.mjs';
import { withProduct } from '../load/server.mjs';
import { withWrites } from '../load/writes.mjs';
import { formatFacts, mebibytes, median, ms } from '../report/figures.mjs';
import { fetchJson } from './scenarios.mjs';

/**
 * The loads. Each sends requests at a constant rate: the server's capacity, multiplied by `times`. If `maxOpen`
 * requests are open, new ones wait. With `hasWrites`, jobs are added and changed at the same time.
 */
export const LOADS = {
  overload: { times: 4, maxOpen: 5_000, hasWrites: false, settings: { PAGE_CACHE_MB: '0' } },
  soak: { times: 0.8, maxOpen: 256, hasWrites: true, settings: { TRUST_PROXY: '127.0.0.1' } },
};

/**
 * After the load, requests are sent at this interval (ms), until this number of normal responses in a row shows that
 * the server has recovered.
 */
const PAUSE = 50;
const NORMAL_RESPONSES = 10;

/** @typedef {import('../load/requests.mjs').Client['send']} Send */
/** @typedef {import('../load/processes.mjs').Talk} Talk */
/** @typedef {ReturnType<ReturnType<typeof createRecord>['summary']>} Summary */

/**
 * Sends a load and reports how the server responded.
 * @param {string} dataDir
 * @param {typeof LOADS['soak' | 'overload'] & { seconds: number }} load
 * @param {Talk} talk
 */
export async function measureLoad(dataDir, { times, maxOpen, hasWrites, settings, seconds }, talk) {
  talk.say('Starting the server…');
  const all = { DEMO_DATA: 'true', RATE_LIMIT_SCALE: '0', ...settings };
  return withProduct(dataDir, all, talk.signal, async (product) => {
    // Use persistent connections and many client addresses, like a proxy.
    const client = createClient(product.origin, { maxSockets: maxOpen });
    let sent = 0;
    /** @type {Send} */
    const send = (path) => client.send(path, { 'x-forwarded-for': `203.0.113.${sent++ % 250}` });
    const run = () => sendLoad(send, product.pid, { times, maxOpen, seconds }, talk);
    const { results: companies } = await fetchJson(`${product.origin}/api/companies?limit=1`);
    const { result, writes } = hasWrites
      ? await withWrites(product, product, companies[0].id, run)
      : { result: await run(), writes: undefined };
    client.close();
    return formatLoad({ ...result, seconds, writes });
  });
}

/**
 * @param {Send} send
 * @param {number} pid
 * @param {{ times: number, maxOpen: number, seconds: number }} load
 * @param {Talk} talk
 */
async function sendLoad(send, pid, { times, maxOpen, seconds }, { say, signal }) {
  say('Measuring the capacity…');
  await measureCapacity(send, 5, signal);
  const capacity = await measureCapacity(send, 10, signal);
  const limits = { concurrency: maxOpen, signal };
  const calm = createRecord();
  const sendCalmly = async (/** @type {number} */ n) => calm.add(await send(uncachedPath(n)));
  await repeat(sendCalmly, { ...limits, rate: Math.max(1, capacity / 4), seconds: 3 });

  say(`Sending ${times} times as much for ${seconds} seconds…`);
  const [accepted, refused, health] = [createRecord(), createRecord(), createRecord()];
  const sendNext = async (/** @type {number} */ number) => {
    if (number % 200 === 0) return health.add(await send('/healthz'));
    const response = await send(uncachedPath(number));
    (response.status === 200 ? accepted : refused).add(response);
  };
  const stopWatching = watchMemory(pid);
  await repeat(sendNext, { ...limits, rate: capacity * times, seconds });
  const memory = await stopWatching();
  const recovery = await waitUntilCalm(send, calm.summary().p99, signal);
  return {
    capacity,
    memory,
    recovery,
    accepted: accepted.summary(),
    refused: refused.summary(),
    health: health.summary(),
  };
}

/**
 * @param {Send} send
 * @param {number} usual the normal response time (ms)
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds until the first of many normal responses in a row
 */
async function waitUntilCalm(send, usual, signal) {
  const started = performance.now();
  let since = started;
  for (let calm = 0; calm < NORMAL_RESPONSES; calm++) {
    signal.throwIfAborted();
    if (performance.now() - started > 60_000) throw new BenchError('The server does not recover.');
    const sent = performance.now();
    const { status, duration } = await send(uncachedPath(calm));
    if (status !== 200 || duration > Math.max(2 * usual, 50)) calm = -1;
    else if (calm === 0) since = sent;
    await sleep(PAUSE);
  }
  return since - started;
}

/**
 * Returns the median and the maximum of each fifth of the values. Memory that awaits garbage collection raises only the
 * maximum, but a leak also raises the median.
 * @param {number[]} values
 */
export function summarizeFifths(values) {
  return [0, 1, 2, 3, 4].map((fifth) => {
    const [from, to] = [fifth, fifth + 1].map((n) => Math.floor((n * values.length) / 5));
    const part = values.slice(from, to);
    return { median: median(part), max: Math.max(...part) };
  });
}

/**
 * @param {Awaited<ReturnType<typeof sendLoad>> & {
 *   seconds: number,
 *   writes: import('../load/writes.mjs').Writes | undefined,
 * }} results times in milliseconds, sizes in bytes
 */
export function formatLoad({ accepted, refused, writes, seconds, ...results }) {
  const perSecond = (/** @type {number} */ number) => `${Math.round(number / seconds)} a second`;
  const statuses = Object.entries({ ...accepted.statuses, ...refused.statuses });
  const fifths = summarizeFifths(results.memory);
  const stale = Math.max(0, ...Object.values(writes?.stale ?? {}));
  return formatFacts({
    capacity: `${Math.round(results.capacity)} requests a second`,
    offered: `${perSecond(accepted.requests + refused.requests)} for ${seconds} seconds`,
    accepted: `${perSecond(accepted.requests)}; p50 ${ms(accepted.p50)}, p99 ${ms(accepted.p99)}`,
    refused: `${perSecond(refused.requests)}; p99 ${ms(refused.p99)}`,
    // Status 0 means that there was no response.
    statuses: statuses.map(([status, number]) => `${number} × ${status}`).join(', '),
    'health check': `p99 ${ms(results.health.p99)}`,
    recovery: ms(results.recovery),
    ...(writes && {
      writes: `${writes.perSecond.toFixed(1)} a second, ${writes.written} in all, p99 ${ms(writes.p99)}, visible after ${ms(stale)} at most`,
    }),
    'memory by fifths': `${mebibytes(...fifths.map(({ median }) => median))}; at most ${mebibytes(...fifths.map(({ max }) => max))}`,
  });
}
