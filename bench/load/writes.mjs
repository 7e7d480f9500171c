import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './processes.mjs';
import { createRecord, repeat } from './requests.mjs';
import { siteAdminToken } from './site-admin.mjs';

/** How many jobs are added per second. Each is added and then changed, which makes two writes. */
const JOBS_PER_SECOND = 10;

/** The maximum number of concurrent writes to a slow server. */
const MAX_CONCURRENT = 16;

/** One of this number of jobs is checked for outdated responses. Checking more jobs would be a significant load. */
const CHECKED_EVERY = 20;

/** The maximum delay that is measured, and the pause between reads (ms). */
export const MAX_DELAY = 3_000;
const PAUSE = 10;

/** The fields of a job, except its title and company. */
const JOB = {
  type: 'Full-Time',
  location: 'Zürich, Switzerland',
  salary: '$100K - $125K',
  description:
    'Our team writes while others read, and this job is deleted when the benchmark ends.',
  applyurl: 'https://jobs.example/measured',
};

/** @typedef {Awaited<ReturnType<typeof withWrites>>['writes']} Writes */

/**
 * Adds and changes jobs at a constant rate while `use` runs. Deletes the jobs afterwards.
 * @template T
 * @param {import('./server.mjs').Product} product receives the writes
 * @param {import('./server.mjs').Product} other another server over the same database
 * @param {string} companyId
 * @param {() => Promise<T>} use
 */
export async function withWrites(product, other, companyId, use) {
  const token = await siteAdminToken(product);
  const record = createRecord();
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  const send = async (method, path, body) => {
    const started = performance.now();
    const response = await fetch(product.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: body ? new Blob([JSON.stringify(body)], { type: 'application/json' }) : null,
    });
    const text = await response.text();
    const { ok, status } = response;
    if (!ok) throw new BenchError(`${method} ${path}: status ${status} ${text}`);
    record.add({ status, duration: performance.now() - started });
    return text === '' ? {} : JSON.parse(text);
  };

  /** @type {string[]} */
  const createdIds = [];
  /** The maximum time until a read shows a change (ms), by read and server. @type {Record<string, number>} */
  const stale = {};
  const addAndChange = async (/** @type {number} */ number) => {
    const title = `Measured write ${Date.now()}x${number}x`;
    const job = { ...JOB, title, company: { id: companyId } };
    const { id } = await send('POST', '/api/jobs', job);
    createdIds.push(id);
    const isChecked = number % CHECKED_EVERY === 0;
    if (isChecked) await findDelays({ product, other }, id, title, stale);
    const changed = { ...job, id, title: `${title} again` };
    await send('PUT', `/api/jobs/${id}`, changed);
    if (isChecked) await findDelays({ product, other }, id, changed.title, stale);
  };

  const stopping = new AbortController();
  const limits = { rate: JOBS_PER_SECOND, concurrency: MAX_CONCURRENT, signal: stopping.signal };
  const writing = repeat(addAndChange, limits);
  // The failure of a write is reported below. Without this handler, it would end the process before.
  writing.catch(() => {});
  try {
    const result = await use();
    stopping.abort();
    const seconds = await writing;
    const { requests, p99 } = record.summary();
    return { result, writes: { written: requests, perSecond: requests / seconds, p99, stale } };
  } finally {
    stopping.abort();
    await writing.catch(() => {});
    for (const id of createdIds) await send('DELETE', `/api/jobs/${id}`);
  }
}

/**
 * @param {Record<'product' | 'other', import('./server.mjs').Product>} servers
 * @param {string} id
 * @param {string} title
 * @param {Record<string, number>} stale receives the maximums
 */
async function findDelays({ product, other }, id, title, stale) {
  const paths = {
    job: `/api/jobs/${id}`,
    'job page': `/jobs/${id}`,
    list: '/api/jobs?limit=100&description=summary',
    'list page': '/jobs',
  };
  const reads = Object.entries(paths).flatMap(([name, path]) => [
    { name: `${name}, same server`, url: product.origin + path },
    { name: `${name}, other server`, url: other.origin + path },
  ]);
  await Promise.all(
    reads.map(async ({ name, url }) => {
      const delay = await findDelay(async () => (await fetch(url)).text(), title);
      stale[name] = Math.max(stale[name] ?? 0, delay);
    }),
  );
}

/**
 * Measures the time from now until the start of the first read that returns the written text. The result is 0 if the
 * first read returns the text.
 * @param {() => Promise<string>} read
 * @param {string} text
 * @returns {Promise<number>} milliseconds
 */
export async function findDelay(read, text) {
  const written = performance.now();
  for (let delay = 0; delay < MAX_DELAY; delay = performance.now() - written) {
    const body = await read();
    if (body.includes(text)) return delay;
    await sleep(PAUSE);
  }
  return MAX_DELAY;
}
