import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from 'markdown-table';
import { watchMemory } from '../load/processes.mjs';
import { createClient, createRecord, repeat } from '../load/requests.mjs';
import { withProduct } from '../load/server.mjs';
import { mebibytes, ms } from '../report/figures.mjs';
import { prepareData } from '../synthetic/data-folder.mjs';

/** The number of clients in the abusive network. Each has its own connection. */
const CLIENTS = 10;

const SECONDS = 10;

/** The addresses of two networks on one machine. Only Linux accepts all of 127.0.0.0/8 by default. */
const ABUSIVE = '127.0.0.2';
const OTHER = '127.0.0.3';

const PIPELINED = 'GET /jobs HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_800);
const SITEMAP =
  'GET /sitemaps/jobs-1.xml HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n';

/**
 * The kinds of abuse that each client repeats. `unique` is a number that makes each URL different, so that no cache has
 * its response.
 * @typedef {{ origin: string, send: (path: string) => Promise<void>, unique: number }} Abuser
 * @type {Record<string, (abuser: Abuser) => Promise<void>>}
 */
const ABUSES = {
  // Nothing is abused, for comparison.
  nothing: () => sleep(50),
  'not-found pages': ({ send, unique }) => send(`/not/a/page-${unique}`),
  'rendered searches': ({ send, unique }) => send(`/jobs?minsalary=${unique}`),
  'cheap requests': ({ send, unique }) => send(cheapList(unique)),
  'unread pipelined requests': ({ origin }) => leaveUnread(origin, PIPELINED, 100),
  'costly searches': ({ send, unique }) =>
    send(
      [
        `/api/jobs/counts?q=-zt${unique}`,
        `/api/jobs?q=team+-work+-x${unique}`,
        `/api/jobs/counts?minsalary=${unique}&nosalary=true`,
        `/api/jobs?sort=salary&q=team+zzzzq${unique}`,
      ][unique % 4] ?? '/',
    ),
  'Markdown of a hundred jobs': ({ send, unique }) =>
    send(
      unique % 2
        ? `/api/jobs?limit=100&description=html&minsalary=${unique}`
        : `/jobs.atom?minsalary=${unique}`,
    ),
  'sitemaps with credentials': ({ origin }) => leaveUnread(origin, SITEMAP, 1_000),
};

/** @param {number} unique */
const cheapList = (unique) => `/api/jobs?description=summary&limit=24&minsalary=${unique}`;

/**
 * Sends requests without reading any response.
 * @param {string} origin
 * @param {string} requests
 * @param {number} duration in milliseconds
 */
async function leaveUnread(origin, requests, duration) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: ABUSIVE });
  socket.on('error', () => {}).pause();
  socket.write(requests);
  await sleep(duration);
  socket.destroy();
}

/**
 * Measures the response times for one network while another network abuses the board.
 * @param {string} folder
 * @param {number} jobs
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureFairness(folder, jobs, talk) {
  const { say, signal } = talk;
  const { dataDir } = await prepareData(folder, jobs, talk);
  return withProduct(dataDir, {}, signal, async ({ origin, pid }) => {
    let number = 0;
    const other = createClient(origin, { maxSockets: 1, localAddress: OTHER });
    const abusive = createClient(origin, { maxSockets: CLIENTS, localAddress: ABUSIVE });
    const send = async (/** @type {string} */ path) => {
      const { status } = await abusive.send(path);
      // A refused client retries after a millisecond, so that other work can run.
      if (status !== 200) await sleep(1);
    };
    const warmUp = (/** @type {number} */ n) => other.send(n % 2 ? cheapList(++number) : '/jobs');
    await repeat(warmUp, { count: 200, signal });
    const rows = [];
    for (const [name, abuse] of Object.entries(ABUSES)) {
      signal.throwIfAborted();
      say(`Measuring beside ${CLIENTS} clients: ${name}…`);
      const stopping = new AbortController();
      const abusing = repeat(() => abuse({ origin, send, unique: ++number }), {
        concurrency: CLIENTS,
        signal: AbortSignal.any([signal, stopping.signal]),
      });
      // Wait until the abuse has reached its full rate.
      await sleep(1_000);
      const [list, page, ready] = [createRecord(), createRecord(), createRecord()];
      const stopWatching = watchMemory(pid, 50);
      const readOn = async () => {
        list.add(await other.send(cheapList(++number)));
        page.add(await other.send('/jobs'));
        ready.add(await other.send('/readyz'));
        await sleep(15);
      };
      await repeat(readOn, { seconds: SECONDS, signal });
      const memory = await stopWatching();
      stopping.abort();
      await abusing;
      await sleep(1_000);
      const { p50, p99 } = list.summary();
      rows.push([
        ...[name, `${p50.toFixed(1)} ms`, ms(p99), ms(page.summary().p99)],
        ...[failuresOf(ready), failuresOf(list) + failuresOf(page)].map(String),
        mebibytes(Math.max(...memory)),
      ]);
    }
    other.close();
    abusive.close();
    const head = ['beside', 'list p50', 'p99', 'cached p99', 'not ready', 'refused', 'memory'];
    return `${markdownTable([head, ...rows], { align: ['', ...Array(6).fill('r')] })}\n`;
  });
}

/** @param {ReturnType<typeof createRecord>} record */
function failuresOf(record) {
  const { requests, statuses } = record.summary();
  return requests - (statuses[200] ?? 0);
}
