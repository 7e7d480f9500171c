import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../load/memory.mjs';
import { startProduct } from '../load/server.mjs';
import { askOnce } from '../load/steady-load.mjs';
import { percentile } from '../report/percentiles.mjs';
import { prepareData } from '../synthetic/data-folder.mjs';

/** Jobs on the board, unless another number is asked for. */
export const DEFAULT_JOBS = 300_000;

/** Clients of the abusive network, each on a connection of its own. */
const CLIENTS = 10;

const SECONDS = 10;

/** Two networks, on one machine. Only Linux answers at the whole of 127.0.0.0/8 without being told to. */
const ABUSIVE = '127.0.0.2';
const OTHER = '127.0.0.3';

/** @typedef {import('../load/steady-load.mjs').Reply} Reply */
/** @typedef {{ origin: string, signal: AbortSignal, next: () => number }} Target `next` counts, so that no address comes twice */

/**
 * What one abusive client does until the signal aborts.
 * @type {Record<string, (target: Target) => Promise<void>>}
 */
const ABUSES = {
  'cheap requests': (target) => repeat(target, () => cheapList(target.next())),
  'pipelined requests that nobody reads': floodPipelined,
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
    const asked = path(target) ?? '/';
    const { status } = await askOnce(agent, `${target.origin}${asked}`, asked, headers);
    // Who is refused comes again at once, but not in the same turn.
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
 * @typedef {object} Line What the other network meets. Times in milliseconds.
 * @property {string} abuse
 * @property {number} p50 of lists that are not cached
 * @property {number} p99 of these
 * @property {number} cachedP99 of a page that is cached
 * @property {number} notReady how often `/readyz` was not 200
 * @property {number} refused how many of its requests were not answered with 200
 * @property {number} memory the most that the server took (bytes)
 */

/**
 * Measures what one network meets while another one abuses the board.
 * @param {string} folder
 * @param {{ jobs: number, say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<Line[]>}
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
  const ask = (path) => askOnce(agent, `${origin}${path}`, path);
  /** @type {Line[]} */
  const lines = [];
  try {
    for (let n = 0; n < 200; n += 1) await ask(n % 2 ? cheapList(next()) : '/jobs');
    for (const [abuse, commit] of Object.entries(ABUSES)) {
      say(`Measuring beside ${CLIENTS} clients: ${abuse}…`);
      const ending = new AbortController();
      const target = { origin, signal: AbortSignal.any([signal, ending.signal]), next };
      const abusing = Array.from({ length: CLIENTS }, () => commit(target));
      lines.push({ abuse, ...(await meet(ask, product.pid, next, signal)) });
      ending.abort();
      await Promise.all(abusing);
      await sleep(1_000);
    }
    return lines;
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/**
 * @param {(path: string) => Promise<Reply>} ask
 * @param {number} pid
 * @param {() => number} next
 * @param {AbortSignal} signal
 */
async function meet(ask, pid, next, signal) {
  // The abuse is in full swing.
  await sleep(1_000);
  /** @type {Record<'list' | 'cached' | 'ready', Reply[]>} */
  const replies = { list: [], cached: [], ready: [] };
  let memory = 0;
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    signal.throwIfAborted();
    replies.list.push(await ask(cheapList(next())));
    replies.cached.push(await ask('/jobs'));
    replies.ready.push(await ask('/readyz'));
    memory = Math.max(memory, await residentMemory(pid));
    await sleep(5);
  }
  const isRefused = (/** @type {Reply} */ { status }) => status !== 200;
  const times = (/** @type {Reply[]} */ of) => of.map(({ took }) => took);
  return {
    p50: percentile(times(replies.list), 50),
    p99: percentile(times(replies.list), 99),
    cachedP99: percentile(times(replies.cached), 99),
    notReady: replies.ready.filter(isRefused).length,
    refused: [...replies.list, ...replies.cached].filter(isRefused).length,
    memory,
  };
}

/** @param {Line[]} lines */
export function formatFairness(lines) {
  const head = ['beside', 'list p50', 'p99', 'cached p99', 'not ready', 'refused', 'memory'];
  const rows = lines.map(({ abuse, p50, p99, cachedP99, notReady, refused, memory }) => [
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
