import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { markdownTable } from 'markdown-table';
import { bundle } from '#tests/support/bundle.mjs';
import {
  BenchError,
  childEnvironment,
  hasExited,
  stopChild,
  withServer,
} from '../load/processes.mjs';
import { databasePid, databaseUrl, withClient, withProduct } from '../load/server.mjs';
import { createMeasure, wrkVersion } from '../load/wrk.mjs';
import { count, mebibytes, median, ms } from '../report/figures.mjs';
import { greenhouseFeeds } from '../synthetic/greenhouse-feed.mjs';

/** The number of jobs in a list. Uncompressed, it is almost as large as a list may be (32 MB). */
const LIST = 3_000;

/** The options of Node with which a server starts the importer (`importer-process.ts`). */
const EXEC_ARGV = ['--max-semi-space-size=4'];

/** How long each measurement of a page takes (s). */
const SECONDS = 2;

/**
 * The runs of the importer, one after the other, and how the database is prepared for each. To read an unchanged list
 * completely instead of getting a 304, the importer must not have the list's `ETag`.
 */
const RUNS = [
  { name: 'new jobs', prepare: '' },
  { name: 'unchanged, each compared', prepare: `update sources set validators = '{}'` },
  { name: 'unchanged (304)', prepare: '' },
];

/** @typedef {{ seconds: number, cpu: number, databaseCpu: number, rss: number }} Run */
/** @typedef {Record<string, number[]>} Pages the p99 of each measurement, by page (ms) */

/**
 * Measures how fast an importer reads lists, and how fast the board serves pages meanwhile.
 * @param {string} folder
 * @param {{ jobs: number }} options
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureSources(folder, { jobs }, { say, signal }) {
  await wrkVersion();
  say('Bundling the importer…');
  const program = await bundle(new URL('../load/importer.mjs', import.meta.url));
  const lists = Math.ceil(jobs / LIST);
  say(`Generating ${count(jobs)} jobs in ${lists} lists…`);
  const feeds = join(folder, 'feeds');
  const largest = await writeFeeds(feeds, { jobs, lists }, signal);
  const script = new URL('../load/feed-server.mjs', import.meta.url);
  const rows = await withServer(
    script,
    (port) =>
      withServers(folder, signal, async (origins) => {
        const url = await databaseUrl(folder);
        const ca = await readFile(join(folder, 'authority.pem'), 'utf8');
        const query = (/** @type {string} */ text) =>
          withClient(url, (client) => client.query(text));
        await query(addSources(lists));
        const message = { databaseUrl: url, feeds: { port, ca } };
        const measurePages = pagesOf(origins, signal);
        say('Measuring pages without an importer…');
        await measurePages(async () => false);
        const usual = await measurePages(async (round) => round < 3);
        const measured = [];
        for (const { name, prepare } of RUNS) {
          say(`Measuring the importer: ${name}…`);
          if (prepare) await query(prepare);
          await query(`update sources set next_run_at = now() + interval '12 hours'`);
          const before = await databaseCpu(folder);
          const running = runImporter(program, message, signal);
          let isRunning = true;
          const ended = running.finally(() => {
            isRunning = false;
          });
          ended.catch(() => {});
          const pages = await measurePages(async () => isRunning);
          const run = await ended;
          // Wait, because the processor time of a database process counts only once the process has ended.
          await sleep(500);
          const after = await databaseCpu(folder);
          await expectRead(query, jobs);
          measured.push(
            formatRow(name, jobs, { ...run, databaseCpu: after - before }, { usual, pages }),
          );
        }
        return measured;
      }),
    feeds,
  );
  const head = [
    '',
    'jobs/s',
    's',
    'CPU ms/job',
    'database CPU ms/job',
    'memory',
    ...PAGES.map(({ name }) => `p99: ${name}`),
  ];
  const table = markdownTable([head, ...rows], {
    align: ['', ...Array(head.length - 1).fill('r')],
  });
  return `Lists of up to ${mebibytes(largest)}\n\n${table}\n`;
}

/** Writes compressed lists. Returns the size of the largest one before its compression (bytes). */
async function writeFeeds(
  /** @type {string} */ folder,
  /** @type {{ jobs: number, lists: number }} */ size,
  /** @type {AbortSignal} */ signal,
) {
  await mkdir(folder);
  let largest = 0;
  for (const { tenant, json } of greenhouseFeeds({ ...size, seed: 1, until: new Date() })) {
    signal.throwIfAborted();
    largest = Math.max(largest, Buffer.byteLength(json));
    await writeFile(join(folder, tenant), await promisify(gzip)(json));
  }
  return largest;
}

/**
 * SQL: adds the sources, each with its own company.
 * @param {number} lists
 */
const addSources = (lists) => `
  with added as (
    insert into companies (id, name) select gen_random_uuid(), 'Synthetic ' || number
    from generate_series(0, ${lists - 1}) number returning id, name)
  insert into sources (id, company_id, system, tenant, state, next_run_at)
  select gen_random_uuid(), id, 'greenhouse', replace(lower(name), ' ', '-'), 'active',
    now() + interval '12 hours' from added`;

/** @throws {BenchError} unless the latest run of each source has read its whole list */
async function expectRead(
  /** @type {(text: string) => Promise<import('pg').QueryResult>} */ query,
  /** @type {number} */ jobs,
) {
  const { rows } = await query(`
    select coalesce(sum(listed), 0)::int as listed, coalesce(string_agg(error, '; '), '') as errors
    from (select distinct on (source_id) * from source_runs order by source_id, id desc) run
    where outcome in ('applied', 'unchanged')`);
  const { rows: open } = await query(
    'select count(*)::int as jobs from jobs where source is not null and closed_at is null',
  );
  if (rows[0].listed !== jobs || open[0].jobs !== jobs) {
    throw new BenchError(`Only ${rows[0].listed} of ${jobs} jobs were read. ${rows[0].errors}`);
  }
}

/**
 * Runs the importer until it has read all sources.
 * @param {string} program
 * @param {object} message
 * @param {AbortSignal} signal
 */
async function runImporter(program, message, signal) {
  const started = performance.now();
  const child = fork(program, {
    env: childEnvironment({ NODE_ENV: 'production' }),
    execArgv: EXEC_ARGV,
    detached: true,
    signal,
  });
  try {
    child.send(message);
    const [result] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new BenchError('The importer ended early (see above).');
      }),
    ]);
    const { cpu, rss, idle } = /** @type {{ cpu: number, rss: number, idle: number }} */ (result);
    const seconds = (performance.now() - started - idle) / 1_000;
    if (!hasExited(child)) await once(child, 'exit');
    return { seconds, cpu, rss };
  } finally {
    await stopChild(child, 5_000);
  }
}

/** The URLs that are measured, over a single connection: the measure is how long a visitor waits, not the throughput. */
const PAGES = [
  { name: '/jobs, cached', server: /** @type {const} */ ('cached'), path: '/jobs' },
  { name: '/jobs', server: /** @type {const} */ ('uncached'), path: '/jobs' },
  { name: '/api/jobs', server: /** @type {const} */ ('uncached'), path: '/api/jobs' },
];

/** @typedef {{ cached: string, uncached: string }} Origins */

/**
 * Runs `use` while two servers run over one database, with and without a page cache.
 * @template T
 * @param {string} folder
 * @param {AbortSignal} signal
 * @param {(origins: Origins) => Promise<T>} use
 */
function withServers(folder, signal, use) {
  return withProduct(folder, { DEMO_DATA: 'true' }, signal, async ({ origin: cached }) => {
    const settings = { DATABASE_URL: await databaseUrl(folder), PAGE_CACHE_MB: '0' };
    return withProduct(folder, settings, signal, ({ origin: uncached }) =>
      use({ cached, uncached }),
    );
  });
}

/**
 * Returns a function that measures all pages in turn, at least once, and again while `goesOn` returns true.
 * @param {Origins} origins
 * @param {AbortSignal} signal
 */
function pagesOf(origins, signal) {
  const measure = createMeasure(1, signal);
  return async (/** @type {(round: number) => Promise<boolean>} */ goesOn) => {
    /** @type {Pages} */
    const pages = Object.fromEntries(PAGES.map(({ name }) => [name, []]));
    for (let round = 1; round === 1 || (await goesOn(round)); round++) {
      for (const { name, server, path } of PAGES) {
        const { p99 } = await measure(origins[server] + path, SECONDS);
        pages[name]?.push(p99);
      }
    }
    return pages;
  };
}

/**
 * The processor time of all ended processes of the database (s). Zero if the system does not report it.
 * @param {string} folder
 */
async function databaseCpu(folder) {
  const stat = await readFile(`/proc/${await databasePid(folder)}/stat`, 'utf8').catch(() => '');
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: cutime and cstime, in ticks of 10 ms
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}

/**
 * @param {string} name
 * @param {number} jobs
 * @param {Run} run
 * @param {{ usual: Pages, pages: Pages }} measured
 */
export function formatRow(name, jobs, { seconds, cpu, databaseCpu, rss }, { usual, pages }) {
  const each = (/** @type {number} */ total) => ((1_000 * total) / jobs).toFixed(2);
  return [
    name,
    count(jobs / seconds),
    seconds.toFixed(1),
    each(cpu),
    each(databaseCpu),
    mebibytes(rss),
    ...PAGES.map(({ name: page }) => {
      const [without, during] = [median(usual[page] ?? []), median(pages[page] ?? [])];
      return `${ms(without)} / ${ms(during)} (${(during / without).toFixed(1)})`;
    }),
  ];
}
