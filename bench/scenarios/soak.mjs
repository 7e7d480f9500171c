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
import { formatFacts, formatStatuses, mebibytes, median, ms } from '../report/figures.mjs';
import { fetchJson } from './scenarios.mjs';

/** The offered load as a fraction of the server's capacity. */
const SHARE = 0.8;

/** The maximum of open requests; later ones wait. */
const CONNECTIONS = 256;

/**
 * Sends most of the server's capacity for a long time, with concurrent writes.
 * @param {string} dataDir
 * @param {number} seconds
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureSoak(dataDir, seconds, { say, signal }) {
  say('Starting the server…');
  const settings = { DEMO_DATA: 'true', RATE_LIMIT_SCALE: '0', TRUST_PROXY: '127.0.0.1' };
  return withProduct(dataDir, settings, signal, async (product) => {
    const { origin, pid } = product;
    // Persistent connections, as a proxy has them.
    const client = createClient(origin, { maxSockets: CONNECTIONS });
    let count = 0;
    // Many client addresses, as a proxy forwards them.
    const send = (/** @type {string} */ path) =>
      client.send(path, { 'x-forwarded-for': `203.0.113.${count++ % 250}` });
    const [company] = (await fetchJson(`${origin}/api/companies?limit=1`)).results;
    if (!company) throw new BenchError('The board has no company.');
    const record = createRecord();
    let capacity = 0;
    /** @type {number[]} */
    let memory = [];
    const writes = await withWrites(product, product, company.id, async () => {
      say('Measuring the capacity during writes…');
      await measureCapacity(send, 5, signal);
      capacity = await measureCapacity(send, 10, signal);
      say(`Sending ${SHARE * 100} % of it for ${seconds} seconds…`);
      const stopWatching = watchMemory(pid, 1_000);
      await repeat(async (number) => record.add(await send(uncachedPath(number))), {
        ...{ rate: capacity * SHARE, concurrency: CONNECTIONS, seconds, signal },
      });
      memory = await stopWatching();
    });
    client.close();
    return formatSoak({ ...record.summary(), seconds, capacity, writes, memory });
  });
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

/**
 * @param {Omit<ReturnType<ReturnType<typeof createRecord>['summary']>, 'max'> & {
 *   seconds: number,
 *   capacity: number,
 *   writes: import('../load/writes.mjs').Writes,
 *   memory: number[],
 * }} soak
 */
export function formatSoak({ capacity, requests, statuses, p50, p99, writes, memory, seconds }) {
  const stale = Math.max(0, ...Object.values(writes.stale));
  const fifths = summarizeFifths(memory);
  return formatFacts({
    capacity: `${Math.round(capacity)} requests a second during writes`,
    offered: `${Math.round(requests / seconds)} requests a second for ${seconds} seconds`,
    statuses: formatStatuses(statuses),
    'response times': `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    writes: `${writes.perSecond.toFixed(1)} a second, ${writes.written} in all, p99 ${ms(writes.p99)}, visible after ${ms(stale)} at most`,
    'memory by fifths': `${mebibytes(...fifths.map(({ median }) => median))}; at most ${mebibytes(...fifths.map(({ max }) => max))}`,
  });
}
