import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './percentiles.mjs';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/**
 * What the product has to reach: see the README. Ratios are to the floor, `duringWrites` is to the same
 * line without writes; milliseconds for the rest.
 */
export const TARGETS = { ratio: 0.8, p99Ratio: 2, duringWrites: 0.5, staleness: 1_000 };

/** Rounds that differ by more than this part of their median tell of a busy machine. */
const STEADY = 0.15;

/**
 * One server on one line: the medians of the rounds, and the rounds.
 * @typedef {import('../load/generator.mjs').Measurement & { rounds: import('../load/generator.mjs').Measurement[] }} Side
 */

/** @typedef {Awaited<ReturnType<typeof import('../scenarios/measure-board.mjs').boardMetrics>>} Results */
/** @typedef {Results['lines'][number]} ReportLine */

/**
 * Times are in milliseconds, sizes in bytes, `rps` in answers per second.
 * @typedef {Results & {
 *   date: string,
 *   machine: Machine,
 *   generator: { name: string, version: string },
 *   jobs: number | undefined,
 *   seconds: number,
 *   connections: number,
 * }} Report `date`: when the measuring began; `jobs` undefined: the demo data
 */

/** @typedef {ReturnType<typeof describeMachine>} Machine */

/** The machine at hand, and how busy it is right now. */
export function describeMachine() {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    /** Processes at work in the last minute, before the benchmark added its own. */
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/**
 * @param {import('../load/generator.mjs').Measurement[]} rounds
 * @returns {Side}
 */
export function summarize(rounds) {
  return {
    rps: median(rounds.map(({ rps }) => rps)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    rounds,
  };
}

/**
 * The report as a text for people.
 * @param {Report} report
 */
export function formatReport(report) {
  const { machine, generator, seconds, rounds, connections, skipped, failed } = report;
  const notes = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load before ${machine.load}`,
    `cached: ${generator.name} ${generator.version}, ${connections} connections, the median of ${rounds} rounds of ${seconds} s for each; floor: a bare node:http server that sends the same bytes`,
    'uncached: one request after the other, with other values each time; writes: the ratio to the same line without them',
    ...factsOf(report).map(([name, value]) => `${name}: ${value}`),
    ...skipped.map((name) => `not there: ${name}`),
    ...failed.map((failure) => `failed: ${failure}`),
    ...findMisses(report).map((miss) => `missed: ${miss}`),
  ];
  if (report.lines.some(({ cached }) => !isSteady(cached.product) || !isSteady(cached.floor))) {
    notes.push(
      `~ the rounds differ by more than ${STEADY * 100} %: the machine was busy, or a measurement is too short`,
    );
  }
  if (generator.name === 'autocannon') {
    notes.push(
      'wrk is not installed, so autocannon had to serve: it is slower than the floor, so the ratio flatters the product',
    );
  }
  return `${alignColumns(tableOf(report))}\n\n${notes.join('\n')}\n`;
}

/**
 * The table's rows, the first two of them its head.
 * @param {Report} report
 * @returns {string[][]}
 */
export function tableOf({ lines }) {
  return [
    ['', 'body', 'cached', '', '', 'floor', '', '', 'uncached', '', 'writes'],
    'line,bytes,req/s,p50 ms,p99 ms,req/s,p99 ms,ratio,p50 ms,p99 ms,ratio'.split(','),
    ...lines.map(({ name, cached: { bytes, product, floor, ratio }, uncached, duringWrites }) => [
      name,
      count(bytes),
      count(product.rps),
      duration(product.p50),
      duration(product.p99),
      count(floor.rps),
      duration(floor.p99),
      `${ratio.toFixed(2)}${isSteady(product) && isSteady(floor) ? ' ' : '~'}`,
      duration(uncached.p50),
      duration(uncached.p99),
      (duringWrites.rps / product.rps).toFixed(2),
    ]),
  ];
}

/**
 * What stands in no line.
 * @param {Report} report
 * @returns {[name: string, value: string][]}
 */
export function factsOf({ jobs, floorLatency, throughput, writes, memory, database }) {
  const [table] = database.tables;
  return [
    ['jobs', jobs === undefined ? 'the demo data' : count(jobs)],
    ...(floorLatency ? [floorFact(floorLatency)] : []),
    ...(throughput ? [throughputFact(throughput)] : []),
    ...(writes ? [writesFact(writes)] : []),
    [
      'memory',
      `${megabytes(memory.started)} at the start, ${megabytes(memory.afterLines)} after all lines; ${megabytes(memory.urls.highest)} at most with ${count(memory.urls.urls)} distinct URLs, ${megabytes(memory.urls.after)} after them`,
    ],
    [
      'database',
      `${megabytes(database.all)}${table ? `; ${table.name}: ${megabytes(table.bytes)} and ${megabytes(table.indexes)} of indexes` : ''}`,
    ],
  ];
}

/**
 * @param {NonNullable<Report['floorLatency']>} latency
 * @returns {[name: string, value: string]}
 */
function floorFact({ p50, p99 }) {
  return ['baseline, sequential', `p50 ${duration(p50)} ms, p99 ${duration(p99)} ms`];
}

/**
 * @param {NonNullable<Report['throughput']>} throughput
 * @returns {[name: string, value: string]}
 */
function throughputFact({ path, connections, rps, p99 }) {
  return [
    `${path} uncached, ${connections} connections`,
    `${count(rps)} req/s, p99 ${duration(p99)} ms`,
  ];
}

/**
 * @param {NonNullable<Report['writes']>} writes
 * @returns {[name: string, value: string]}
 */
function writesFact({ perSecond, p99, stale }) {
  const [read = '', delay = 0] = Object.entries(stale).sort((a, b) => b[1] - a[1])[0] ?? [];
  return [
    'writes',
    `${perSecond.toFixed(1)} a second, p99 ${duration(p99)} ms; visible to reads after ${Math.round(delay)} ms at most${delay > 0 ? ` (${read})` : ''}`,
  ];
}

/**
 * Where the product missed its targets.
 * @param {Report} report
 * @returns {string[]}
 */
export function findMisses({ lines, writes }) {
  const misses = lines.flatMap(({ name, limit, cached, uncached, duringWrites }) => {
    const p99Ratio = cached.product.p99 / cached.floor.p99;
    const writesRatio = duringWrites.rps / cached.product.rps;
    return [
      cached.ratio < TARGETS.ratio && `ratio ${cached.ratio.toFixed(2)}`,
      p99Ratio > TARGETS.p99Ratio && `cached p99 ${p99Ratio.toFixed(1)} times the floor’s`,
      uncached.p99 > limit &&
        `uncached p99 ${duration(uncached.p99)} ms of ${limit} (slowest: ${uncached.slowest.path})`,
      writesRatio < TARGETS.duringWrites && `${writesRatio.toFixed(2)} of its speed during writes`,
    ]
      .filter((miss) => miss !== false)
      .map((miss) => `${name}: ${miss}`);
  });
  const stale = Object.entries(writes?.stale ?? {})
    .filter(([read, delay]) => delay > (read.endsWith('same server') ? 0 : TARGETS.staleness))
    .map(([read, delay]) => `${read}: ${Math.round(delay)} ms until a write was to be read`);
  return [...misses, ...stale];
}

/** @param {Side} side */
function isSteady({ rps, rounds }) {
  const rates = rounds.map((round) => round.rps);
  return Math.max(...rates) - Math.min(...rates) <= STEADY * rps;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${count(bytes / 2 ** 20)} MB`;
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** @param {number} milliseconds */
function duration(milliseconds) {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}

/**
 * The first column to the left, all others to the right.
 * @param {string[][]} rows
 */
function alignColumns(rows) {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Writes the report under its date, and a complete one under the name of its size too.
 * @param {Report} report
 * @param {boolean} isComplete
 * @returns {Promise<string>} the path of the dated file, from where the command was called
 */
export async function saveReport(report, isComplete) {
  const content = `${JSON.stringify(report, null, 2)}\n`;
  const path = join(RESULTS, `${report.date.replaceAll(':', '-')}.json`);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path, content);
  if (isComplete) {
    // Renamed into place, so that whoever reads it never finds half of it.
    const staging = join(RESULTS, `.latest-${process.pid}.json`);
    await writeFile(staging, content);
    const name = report.jobs === undefined ? 'latest' : `jobs-${report.jobs}`;
    await rename(staging, join(RESULTS, `${name}.json`));
  }
  return relative(process.cwd(), path);
}

/**
 * The reports of made-up jobs that there are, the smallest board first.
 * @returns {Promise<(Report & { jobs: number })[]>}
 */
export async function readReports() {
  const names = (await readdir(RESULTS)).filter((name) => /^jobs-\d+\.json$/.test(name));
  const reports = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(RESULTS, name), 'utf8'))),
  );
  return reports.sort((a, b) => a.jobs - b.jobs);
}
