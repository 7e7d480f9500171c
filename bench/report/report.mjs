import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from 'markdown-table';
import { median } from './percentiles.mjs';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/**
 * The goals in the README. Ratios compare with the baseline, `duringWrites` with the same scenario without writes.
 * `staleness` is in milliseconds.
 */
export const TARGETS = { ratio: 0.8, p99Ratio: 2, duringWrites: 0.5, staleness: 1_000 };

/** The maximum deviation of a round from the median. More means that the machine was busy. */
const STEADY = 0.15;

/**
 * One server in one scenario: the medians of the rounds, and the rounds.
 * @typedef {import('../load/generator.mjs').Measurement & { rounds: import('../load/generator.mjs').Measurement[] }} Side
 */

/** @typedef {Awaited<ReturnType<typeof import('../scenarios/measure-board.mjs').boardMetrics>>} Results */
/** @typedef {Results['scenarios'][number]} ScenarioReport */

/**
 * Times are in milliseconds, sizes in bytes, `rps` in responses per second.
 * @typedef {Results & {
 *   date: string,
 *   machine: Machine,
 *   generator: { name: string, version: string },
 *   jobs: number | undefined,
 *   seconds: number,
 *   connections: number,
 * }} Report `date` is the start of the run; `jobs` is undefined for the demo data
 */

/** @typedef {ReturnType<typeof describeMachine>} Machine */

/** This machine and its current load. */
export function describeMachine() {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    /** The load average of the minute before the benchmark. */
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
 * The report as text.
 * @param {Report} report
 */
export function formatReport(report) {
  const { machine, generator, seconds, rounds, connections, skipped, failed } = report;
  const notes = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load before ${machine.load}`,
    `cached: ${generator.name} ${generator.version}, ${connections} connections, the median of ${rounds} rounds of ${seconds} s for each; baseline: a bare node:http server that sends the same bytes`,
    'uncached: sequential requests with different values; writes: the ratio to the same scenario without writes',
    ...factsOf(report).map(([name, value]) => `${name}: ${value}`),
    ...skipped.map((name) => `missing: ${name}`),
    ...failed.map((failure) => `failed: ${failure}`),
    ...findMisses(report).map((miss) => `missed: ${miss}`),
  ];
  if (
    report.scenarios.some(({ cached }) => !isSteady(cached.product) || !isSteady(cached.baseline))
  ) {
    notes.push(
      `~ the rounds differ by more than ${STEADY * 100} %: the machine is busy or --seconds is too short`,
    );
  }
  if (generator.name === 'autocannon') {
    notes.push(
      'wrk is not installed; autocannon is slower than the baseline, so the ratios are too good',
    );
  }
  return `${markdownTable(tableOf(report), { align: ['', ...Array(10).fill('r')] })}\n\n${notes.join('\n')}\n`;
}

/**
 * The rows of the table; the first is its head.
 * @param {Report} report
 * @returns {string[][]}
 */
export function tableOf({ scenarios }) {
  return [
    [
      'scenario',
      'bytes',
      ...['cached req/s', 'p50 ms', 'p99 ms'],
      ...['baseline req/s', 'p99 ms', 'ratio'],
      ...['uncached p50 ms', 'p99 ms'],
      'writes ratio',
    ],
    ...scenarios.map(
      ({ name, cached: { bytes, product, baseline, ratio }, uncached, duringWrites }) => [
        name,
        count(bytes),
        count(product.rps),
        duration(product.p50),
        duration(product.p99),
        count(baseline.rps),
        duration(baseline.p99),
        `${ratio.toFixed(2)}${isSteady(product) && isSteady(baseline) ? '' : ' ~'}`,
        duration(uncached.p50),
        duration(uncached.p99),
        (duringWrites.rps / product.rps).toFixed(2),
      ],
    ),
  ];
}

/**
 * The results that belong to no scenario.
 * @param {Report} report
 * @returns {[name: string, value: string][]}
 */
export function factsOf({ jobs, baselineLatency, throughput, writes, memory, database }) {
  const [table] = database.tables;
  return [
    ['jobs', jobs === undefined ? 'the demo data' : count(jobs)],
    ...(baselineLatency ? [baselineFact(baselineLatency)] : []),
    ...(throughput ? [throughputFact(throughput)] : []),
    ...(writes ? [writesFact(writes)] : []),
    [
      'memory',
      `${megabytes(memory.started)} at the start, ${megabytes(memory.afterScenarios)} after all scenarios; ${megabytes(memory.urls.highest)} at most with ${count(memory.urls.urls)} distinct URLs, ${megabytes(memory.urls.after)} after them`,
    ],
    [
      'database',
      `${megabytes(database.all)}${table ? `; ${table.name}: ${megabytes(table.bytes)} and ${megabytes(table.indexes)} of indexes` : ''}`,
    ],
  ];
}

/**
 * @param {NonNullable<Report['baselineLatency']>} latency
 * @returns {[name: string, value: string]}
 */
function baselineFact({ p50, p99 }) {
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
 * The missed goals.
 * @param {Report} report
 * @returns {string[]}
 */
export function findMisses({ scenarios, writes }) {
  const misses = scenarios.flatMap(({ name, limit, cached, uncached, duringWrites }) => {
    const p99Ratio = cached.product.p99 / cached.baseline.p99;
    const writesRatio = duringWrites.rps / cached.product.rps;
    return [
      cached.ratio < TARGETS.ratio && `ratio ${cached.ratio.toFixed(2)}`,
      p99Ratio > TARGETS.p99Ratio && `cached p99 ${p99Ratio.toFixed(1)} times the baseline’s`,
      uncached.p99 > limit &&
        `uncached p99 ${duration(uncached.p99)} ms of ${limit} (slowest: ${uncached.slowest.path})`,
      writesRatio < TARGETS.duringWrites && `${writesRatio.toFixed(2)} of its speed during writes`,
    ]
      .filter((miss) => miss !== false)
      .map((miss) => `${name}: ${miss}`);
  });
  const stale = Object.entries(writes?.stale ?? {})
    .filter(([read, delay]) => delay > (read.endsWith('same server') ? 0 : TARGETS.staleness))
    .map(([read, delay]) => `${read}: ${Math.round(delay)} ms until a write was visible`);
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
 * Writes the report under its date. A complete report also replaces the latest one of its size.
 * @param {Report} report
 * @param {boolean} isComplete
 * @returns {Promise<string>} the path of the dated file, relative to the working directory
 */
export async function saveReport(report, isComplete) {
  const content = `${JSON.stringify(report, null, 2)}\n`;
  const path = join(RESULTS, `${report.date.replaceAll(':', '-')}.json`);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path, content);
  if (isComplete) {
    // A rename is atomic, so readers never see an incomplete file.
    const staging = join(RESULTS, `.latest-${process.pid}.json`);
    await writeFile(staging, content);
    const name = report.jobs === undefined ? 'latest' : `jobs-${report.jobs}`;
    await rename(staging, join(RESULTS, `${name}.json`));
  }
  return relative(process.cwd(), path);
}

/**
 * The stored reports on synthetic jobs, the smallest board first.
 * @returns {Promise<(Report & { jobs: number })[]>}
 */
export async function readReports() {
  const names = (await readdir(RESULTS)).filter((name) => /^jobs-\d+\.json$/.test(name));
  const reports = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(RESULTS, name), 'utf8'))),
  );
  return reports.sort((a, b) => a.jobs - b.jobs);
}
