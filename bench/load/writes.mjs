import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { percentile } from '../report/percentiles.mjs';
import { BenchError } from './processes.mjs';
import { findDelay } from './staleness.mjs';

/** Jobs per second. Each is added and then changed, so two writes. */
const JOBS_PER_SECOND = 10;

/** The maximum of concurrent writes, for a slow server. */
const MAX_CONCURRENT = 16;

/** One job in this many is checked for staleness. More would be a significant load. */
const CHECKED_EVERY = 20;

/**
 * @typedef {object} Writes
 * @property {number} written
 * @property {number} perSecond
 * @property {number} p99 of the duration of a write (ms)
 * @property {Record<string, number>} stale the maximum time from the response to a write until the start of a read that
 *   returns it (ms), by read and server
 */

/**
 * Creates an access token of the site admin.
 * @param {import('./server.mjs').Product} product
 */
export async function mintToken({ environment }) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.mjs', 'board', 'token', 'siteadmin@example.com'],
    { cwd: ROOT, env: environment },
  );
  return stdout.trim();
}

/**
 * Adds and changes jobs at a constant rate until it is stopped, and then deletes them. Stopping again has no effect.
 * @param {import('./server.mjs').Product} product receives the writes
 * @param {import('./server.mjs').Product} other a second server over the same database
 * @param {string} companyId
 * @returns {Promise<{ stop: () => Promise<Writes> }>}
 */
export async function startWriting(product, other, companyId) {
  const token = await mintToken(product);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  const send = async (method, path, body) => {
    const response = await fetch(`${product.origin}${path}`, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new BenchError(`${method} ${path}: status ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };

  /** @type {string[]} */
  const createdIds = [];
  /** @type {number[]} */
  const times = [];
  /** @type {Record<string, number>} */
  const stale = {};
  const started = Date.now();

  /**
   * @template T
   * @param {Promise<T>} write
   */
  const timed = async (write) => {
    const before = performance.now();
    const response = await write;
    times.push(performance.now() - before);
    return response;
  };

  /** @param {number} number */
  const addAndChange = async (number) => {
    const title = `Measured write ${started}x${number}x`;
    const isChecked = number % CHECKED_EVERY === 0;
    const { id } = await timed(send('POST', '/api/jobs', makeJob(title, companyId)));
    createdIds.push(id);
    if (isChecked) await findDelays({ product, other }, id, title, stale);
    const changed = `${title} again`;
    const body = { ...makeJob(changed, companyId), id };
    await timed(send('PUT', `/api/jobs/${id}`, body));
    if (isChecked) await findDelays({ product, other }, id, changed, stale);
  };

  const stopping = new AbortController();
  const writing = writeEvenly(addAndChange, stopping.signal);
  // `stop` reports an error; until then it must not end the process.
  writing.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      try {
        const seconds = await writing;
        const perSecond = times.length / seconds;
        return { written: times.length, perSecond, p99: percentile(times, 99), stale };
      } finally {
        for (const id of createdIds.splice(0)) await send('DELETE', `/api/jobs/${id}`);
      }
    },
  };
}

/**
 * @param {(number: number) => Promise<void>} addAndChange
 * @param {AbortSignal} signal that ends it
 * @returns {Promise<number>} the duration in seconds
 */
async function writeEvenly(addAndChange, signal) {
  const started = performance.now();
  /** @type {Set<Promise<void>>} */
  const underway = new Set();
  for (let number = 0; !signal.aborted; number++) {
    if (underway.size >= MAX_CONCURRENT) await Promise.race(underway);
    const pair = addAndChange(number).then(() => {
      underway.delete(pair);
    });
    // A failed write stays in the set, so that waiting for it rejects.
    pair.catch(() => {});
    underway.add(pair);
    await sleep(
      Math.max(0, started + ((number + 1) * 1_000) / JOBS_PER_SECOND - performance.now()),
    );
  }
  await Promise.all(underway);
  return (performance.now() - started) / 1_000;
}

/**
 * @param {string} title
 * @param {string} companyId
 */
function makeJob(title, companyId) {
  return {
    title,
    type: 'Full-Time',
    location: 'Zürich, Switzerland',
    salary: '$100K - $125K',
    company: { id: companyId },
    description:
      'Our team writes while others read, and this job is deleted when the benchmark ends.',
    applyurl: 'https://jobs.example/measured',
  };
}

/**
 * @param {Record<'product' | 'other', import('./server.mjs').Product>} servers
 * @param {string} id
 * @param {string} title
 * @param {Record<string, number>} stale receives the maximums
 */
async function findDelays(servers, id, title, stale) {
  const reads = {
    job: `/api/jobs/${id}`,
    'job page': `/jobs/${id}`,
    list: '/api/jobs?limit=100&description=summary',
    'list page': '/jobs',
  };
  await Promise.all(
    Object.entries({ 'same server': servers.product, 'other server': servers.other }).flatMap(
      ([server, { origin }]) =>
        Object.entries(reads).map(async ([read, path]) => {
          const delay = await findDelay(origin + path, title);
          const name = `${read}, ${server}`;
          stale[name] = Math.max(stale[name] ?? 0, delay);
        }),
    ),
  );
}
