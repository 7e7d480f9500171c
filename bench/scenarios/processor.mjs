import { markdownTable } from 'markdown-table';
import { withServer } from '../load/processes.mjs';
import { processorTime } from '../load/processor-time.mjs';
import { createClient, repeat } from '../load/requests.mjs';
import { databasePid, databaseUrl, withProduct } from '../load/server.mjs';
import { median } from '../report/figures.mjs';
import { prepareData } from '../synthetic/data-folder.mjs';
import { searchWordsOf } from '../synthetic/search-words.mjs';
import { chooseIds } from './board-facts.mjs';
import { createScenarios } from './scenarios.mjs';

const LIST_SERVER = new URL('../load/list-server.mjs', import.meta.url);

/** The number of rounds. It is odd, so that the median is the result of a round. */
const ROUNDS = 5;

/** The number of requests of each kind in a round, and before the first one, so that Node has compiled the code. */
const REQUESTS = 50;
const WARM_UP = 300;

const LIST = '/api/jobs';

/** The measured scenarios of the board. */
const KINDS = [
  '/',
  '/jobs',
  LIST,
  ...[
    'common',
    'medium',
    'rare',
    'title',
    'title in place',
    'four words',
    'phrase',
    'misspelt',
  ].map((kind) => `${LIST}?q=${kind}`),
  `${LIST}?location=`,
  `${LIST}/counts?q=common`,
  `${LIST}/counts?q=title`,
];

/** @typedef {{ node: number, database: number }} Cost in milliseconds of processor time a request */

/**
 * Measures the processor time of uncached requests as multiples of the handwritten server's list (Linux only). All kinds
 * take turns, so that a busy machine affects all of them.
 * @param {string} folder
 * @param {number} jobs
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureProcessor(folder, jobs, talk) {
  const { say, signal } = talk;
  const { dataDir, size } = await prepareData(folder, jobs, talk);
  return withProduct(dataDir, { PAGE_CACHE_MB: '0' }, signal, async ({ origin, pid }) => {
    const url = await databaseUrl(dataDir);
    const postmaster = await databasePid(dataDir);
    const scenarios = await createScenarios(origin, searchWordsOf(size), await chooseIds(url));
    return withServer(
      LIST_SERVER,
      async (port, serverPid) => {
        const handwritten = { name: 'handwritten list', paths: ['/'] };
        const kinds = KINDS.flatMap((name) => scenarios.filter((each) => each.name === name));
        const servers = [
          { ...handwritten, origin: `http://127.0.0.1:${port}`, pid: serverPid },
          ...kinds.map(({ name, paths }) => ({ name, paths, origin, pid })),
        ].map((server) => ({ ...server, costs: /** @type {Cost[]} */ ([]) }));
        for (const server of servers) await ask(server, WARM_UP, signal);
        for (let round = 1; round <= ROUNDS; round++) {
          say(`Round ${round} of ${ROUNDS}…`);
          for (const server of servers) {
            signal.throwIfAborted();
            server.costs.push(await costOf(server, postmaster, signal));
          }
        }
        return report(servers);
      },
      url,
    );
  });
}

/**
 * @typedef {object} Asked
 * @property {string[]} paths
 * @property {string} origin
 * @property {number} pid
 */

/** @param {Asked} server @param {number} count @param {AbortSignal} signal */
async function ask({ origin, paths }, count, signal) {
  const client = createClient(origin, { maxSockets: 1 });
  const send = (/** @type {number} */ number) => client.sendOk(paths[number % paths.length] ?? '');
  await repeat(send, { count, signal }).finally(client.close);
}

/**
 * @param {Asked} server
 * @param {number} postmaster
 * @param {AbortSignal} signal
 * @returns {Promise<Cost>}
 */
async function costOf(server, postmaster, signal) {
  const before = [await processorTime(server.pid), await processorTime(postmaster, true)];
  await ask(server, REQUESTS, signal);
  const after = [await processorTime(server.pid), await processorTime(postmaster, true)];
  const [node = 0, database = 0] = after.map((time, at) => (time - (before[at] ?? 0)) / REQUESTS);
  return { node, database };
}

/** @param {{ name: string, costs: Cost[] }[]} servers the handwritten one first */
function report(servers) {
  const rows = servers.map(({ name, costs }) => ({
    name,
    node: median(costs.map(({ node }) => node)),
    database: median(costs.map(({ database }) => database)),
    both: median(costs.map(({ node, database }) => node + database)),
  }));
  const least = rows[0]?.both ?? 0;
  const head = ['ms of processor time a request', 'Node', 'PostgreSQL', 'both', 'multiple'];
  const cells = rows.map(({ name, node, database, both }) => [
    name,
    ...[node, database, both, both / least].map((figure) => figure.toFixed(2)),
  ]);
  return `${markdownTable([head, ...cells], { align: ['', ...Array(4).fill('r')] })}\n`;
}
