import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../scripts/build-if-stale.mjs';
import { percentile } from './percentiles.mjs';
import { BenchError } from './processes.mjs';
import { findDelay } from './staleness.mjs';

const WRITES_A_SECOND = 20;

/** Every so many-th write is looked for; more would be a load of their own. */
const LOOKED_FOR = 15;

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
    ['scripts/run.mjs', 'token', 'siteadmin@example.com'],
    { cwd: ROOT, env: environment },
  );
  return stdout.trim();
}

/**
 * Adds and changes jobs, evenly, until it is stopped; then it deletes them.
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
  let stopped = false;
  let looking = Promise.resolve();

  /** @param {number} number */
  const write = async (number) => {
    const before = performance.now();
    // The same title for the job that is added and then changed, so that it is found in both states.
    const title = `Measured write ${started}x${number - (number % 2)}x`;
    const job = makeJob(number % 2 ? `${title} again` : title, companyId);
    const last = made.at(-1);
    if (number % 2 && last) {
      await send('PUT', `/api/jobs/${last}`, { ...job, id: last });
    } else {
      made.push((await send('POST', '/api/jobs', job)).id);
    }
    times.push(performance.now() - before);
    if (number % LOOKED_FOR === 0) {
      const id = made.at(-1) ?? '';
      const wanted = number % 2 ? `${title} again` : title;
      const found = findDelays({ product, other }, id, wanted, stale);
      looking = Promise.all([looking, found]).then(() => {});
    }
  };
  const writing = (async () => {
    const begun = performance.now();
    for (let number = 0; !stopped; number++) {
      await write(number);
      const next = begun + ((number + 1) * 1_000) / WRITES_A_SECOND;
      await sleep(Math.max(0, next - performance.now()));
    }
    return (1_000 * times.length) / (performance.now() - begun);
  })();
  // Told when it is stopped; until then it must not end the process.
  writing.catch(() => {});
  return {
    async stop() {
      stopped = true;
      const perSecond = await writing;
      await looking;
      for (const id of made) await send('DELETE', `/api/jobs/${id}`);
      return { written: times.length, perSecond, p99: percentile(times, 99), stale };
    },
  };
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
