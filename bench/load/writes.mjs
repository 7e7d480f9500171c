import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { percentile } from '../report/percentiles.mjs';
import { BenchError } from './processes.mjs';
import { findDelay } from './staleness.mjs';

/** Each job is added and then changed: two writes. */
const JOBS_A_SECOND = 10;

/** A server that is too slow for all of them gets no more than so many at once. */
const AT_ONCE = 16;

/** Every so many-th job is looked for; more would be a load of their own. */
const LOOKED_FOR = 20;

/**
 * @typedef {object} Writes
 * @property {number} written
 * @property {number} perSecond
 * @property {number} p99 milliseconds that a write took
 * @property {Record<string, number>} stale the longest time from the reply of a write until a read that
 *   showed it began, in milliseconds, by what was read and at which server
 */

/**
 * An access token of the site admin.
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
 * Adds and changes jobs, evenly, until it is stopped; then it deletes them. It may be stopped again.
 * @param {import('./server.mjs').Product} product that they are sent to
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
    const reply = await fetch(`${product.origin}${path}`, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await reply.text();
    if (!reply.ok) throw new BenchError(`${method} ${path}: status ${reply.status} ${answer}`);
    return answer === '' ? {} : JSON.parse(answer);
  };

  /** @type {string[]} */
  const made = [];
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
    const answer = await write;
    times.push(performance.now() - before);
    return answer;
  };

  /** @param {number} number */
  const addAndChange = async (number) => {
    const title = `Measured write ${started}x${number}x`;
    const isLookedFor = number % LOOKED_FOR === 0;
    const { id } = await timed(send('POST', '/api/jobs', makeJob(title, companyId)));
    made.push(id);
    if (isLookedFor) await findDelays({ product, other }, id, title, stale);
    const changed = `${title} again`;
    const body = { ...makeJob(changed, companyId), id };
    await timed(send('PUT', `/api/jobs/${id}`, body));
    if (isLookedFor) await findDelays({ product, other }, id, changed, stale);
  };

  const stopping = new AbortController();
  const writing = writeEvenly(addAndChange, stopping.signal);
  // Told when it is stopped; until then it must not end the process.
  writing.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      try {
        const seconds = await writing;
        const perSecond = times.length / seconds;
        return { written: times.length, perSecond, p99: percentile(times, 99), stale };
      } finally {
        for (const id of made.splice(0)) await send('DELETE', `/api/jobs/${id}`);
      }
    },
  };
}

/**
 * @param {(number: number) => Promise<void>} addAndChange
 * @param {AbortSignal} signal that ends it
 * @returns {Promise<number>} how many seconds it went on
 */
async function writeEvenly(addAndChange, signal) {
  const begun = performance.now();
  /** @type {Set<Promise<void>>} */
  const underway = new Set();
  for (let number = 0; !signal.aborted; number++) {
    if (underway.size >= AT_ONCE) await Promise.race(underway);
    const pair = addAndChange(number).then(() => {
      underway.delete(pair);
    });
    // One that fails stays, and fails the whole when it is waited for.
    pair.catch(() => {});
    underway.add(pair);
    await sleep(Math.max(0, begun + ((number + 1) * 1_000) / JOBS_A_SECOND - performance.now()));
  }
  await Promise.all(underway);
  return (performance.now() - begun) / 1_000;
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
    description: 'Our team writes while others read, and this job is gone when the measuring ends.',
    applyurl: 'https://jobs.example/measured',
  };
}

/**
 * @param {Record<'product' | 'other', import('./server.mjs').Product>} servers
 * @param {string} id
 * @param {string} title
 * @param {Record<string, number>} stale gets the longest ones
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
