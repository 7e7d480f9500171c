import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../load/memory.mjs';
import { startProduct } from '../load/server.mjs';
import { sendRequest } from '../load/steady-load.mjs';
import { percentile } from '../report/percentiles.mjs';
import { prepareData } from '../synthetic/data-folder.mjs';

/** The default number of jobs. */
export const DEFAULT_JOBS = 300_000;

/** The clients of the abusive network, each on its own connection. */
const CLIENTS = 10;

const SECONDS = 10;

/** Two networks on one machine. Only Linux accepts all of 127.0.0.0/8 by default. */
const ABUSIVE = '127.0.0.2';
const OTHER = '127.0.0.3';

/** @typedef {import('../load/steady-load.mjs').TimedResponse} TimedResponse */
/** @typedef {{ origin: string, signal: AbortSignal, next: () => number }} Target `next` counts, so that no URL repeats */

/**
 * The kinds of abuse that a client repeats until the signal aborts.
 * @type {Record<string, (target: Target) => Promise<void>>}
 */
const ABUSES = {
  'cheap requests': (target) => repeat(target, () => cheapList(target.next())),
  'unread pipelined requests': floodPipelined,
  'costly searches': (target) => repeat(target, costlySearch),
  'Markdown of a hundred jobs': (target) =>
    repeat(target, () => {
      const number = target.next();
      return number % 2
        ? `/api/jobs?limit=100&description=html&minsalary=${number}`
        : `/jobs.atom?minsalary=${number}`;
    }),
  'sitemaps with credentials': readSitemaps,
};

/** @param {number} number */
const cheapList = (number) => `/api/jobs?description=summary&limit=24&minsalary=${number}`;

/** @param {Target} target */
function costlySearch({ next }) {
  const number = next();
  return [
    `/api/jobs/counts?q=-zt${number}`,
    `/api/jobs?q=team+-work+-x${number}`,
    `/api/jobs/counts?minsalary=${number}&nosalary=true`,
    `/api/jobs?sort=salary&q=team+zzzzq${number}`,
  ][number % 4];
}

/**
 * @param {Target} target
 * @param {(target: Target) => string | undefined} path
 * @param {Record<string, string>} [headers]
 */
async function repeat(target, path, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: ABUSIVE });
  while (!target.signal.aborted) {
    const requested = path(target) ?? '/';
    const { status } = await sendRequest(agent, `${target.origin}${requested}`, requested, headers);
    // A refused client retries at once, but lets other work run first.
    if (status !== 200) await sleep(1);
  }
  agent.destroy();
}

/** @param {Target} target */
async function floodPipelined({ origin, signal }) {
  const { hostname, port } = new URL(origin);
  const request = 'GET /jobs HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunk = request.repeat(Math.floor(65_536 / request.length));
  while (!signal.aborted) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ABUSIVE });
    socket.on('error', () => {}).pause();
    await new Promise((resolve) => socket.write(chunk, resolve));
    await sleep(100);
    socket.destroy();
  }
}

/** @param {Target} target */
async function readSitemaps({ origin, signal }) {
  const { hostname, port } = new URL(origin);
  while (!signal.aborted) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ABUSIVE });
    socket.on('error', () => {}).pause();
    socket.write(
      'GET /sitemaps/jobs-1.xml HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n',
    );
    await sleep(1_000);
    socket.destroy();
  }
}

/**
 * @typedef {object} FairnessResult The responses to the other network. Times in milliseconds.
 * @property {string} abuse
 * @property {number} p50 of uncached lists
 * @property {number} p99 of uncached lists
 * @property {number} cachedP99 of a cached page
 * @property {number} notReady responses of `/readyz` other than 200
 * @property {number} refused other responses than 200
 * @property {number} memory the maximum of the server (bytes)
 */

/**
 * Measures the responses to one network while another abuses the board.
 * @param {string} folder
 * @param {{ jobs: number, say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<FairnessResult[]>}
 */
export async function measureFairness(folder, { jobs, say, signal }) {
  const { dataDir } = await prepareData(folder, { jobs }, { say, signal });
  const settings = { HOST: '127.0.0.1' };
  const product = await startProduct(dataDir, settings, signal);
  let number = 0;
  const next = () => ++number;
  const { origin } = product;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: OTHER });
  /** @param {string} path */
  const ask = (path) => sendRequest(agent, `${origin}${path}`, path);
  /** @type {FairnessResult[]} */
  const results = [];
  try {
    for (let n = 0; n < 200; n += 1) await ask(n % 2 ? cheapList(next()) : '/jobs');
    for (const [abuse, commit] of Object.entries(ABUSES)) {
      say(`Measuring beside ${CLIENTS} clients: ${abuse}…`);
      const ending = new AbortController();
      const target = { origin, signal: AbortSignal.any([signal, ending.signal]), next };
      const abusing = Array.from({ length: CLIENTS }, () => commit(target));
      results.push({ abuse, ...(await measureOther(ask, product.pid, next, signal)) });
      ending.abort();
      await Promise.all(abusing);
      await sleep(1_000);
    }
    return results;
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/**
 * @param {(path: string) => Promise<TimedResponse>} ask
 * @param {number} pid
 * @param {() => number} next
 * @param {AbortSignal} signal
 */
async function measureOther(ask, pid, next, signal) {
  // Wait until the abuse has its full rate.
  await sleep(1_000);
  /** @type {Record<'list' | 'cached' | 'ready', TimedResponse[]>} */
  const responses = { list: [], cached: [], ready: [] };
  let memory = 0;
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    signal.throwIfAborted();
    responses.list.push(await ask(cheapList(next())));
    responses.cached.push(await ask('/jobs'));
    responses.ready.push(await ask('/readyz'));
    memory = Math.max(memory, await residentMemory(pid));
    await sleep(5);
  }
  const isRefused = (/** @type {TimedResponse} */ { status }) => status !== 200;
  const times = (/** @type {TimedResponse[]} */ of) => of.map(({ duration }) => duration);
  return {
    p50: percentile(times(responses.list), 50),
    p99: percentile(times(responses.list), 99),
    cachedP99: percentile(times(responses.cached), 99),
    notReady: responses.ready.filter(isRefused).length,
    refused: [...responses.list, ...responses.cached].filter(isRefused).length,
    memory,
  };
}

/** @param {FairnessResult[]} results */
export function formatFairness(results) {
  const head = ['beside', 'list p50', 'p99', 'cached p99', 'not ready', 'refused', 'memory'];
  const rows = results.map(({ abuse, p50, p99, cachedP99, notReady, refused, memory }) => [
    abuse,
    `${p50.toFixed(1)} ms`,
    `${Math.round(p99)} ms`,
    `${Math.round(cachedP99)} ms`,
    String(notReady),
    String(refused),
    `${Math.round(memory / 2 ** 20)} MiB`,
  ]);
  const rule = ['---', ...head.slice(1).map(() => '---:')];
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
