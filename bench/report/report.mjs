import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from 'markdown-table';
import { count, duration, mebibytes } from './figures.mjs';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/**
 * The goals in the README. Ratios are relative to the baseline, except `duringWrites`, which is relative to the same
 * scenario without writes. `staleness` is in milliseconds.
 */
const TARGETS = { ratio: 0.8, p99Ratio: 2, duringWrites: 0.5, staleness: 1_000 };

/**
 * The maximum difference between the rounds of a steady result, as a fraction of their median. A larger difference
 * means that the machine was busy.
 */
const STEADY = 0.15;

/**
 * Times are in milliseconds, sizes in bytes, `rps` in responses per second. `date` is the start of the run; `jobs` is
 * undefined for the demo data.
 * @typedef {Awaited<ReturnType<typeof import('../scenarios/measure-board.mjs').measureBoard>> & {
 *   date: string,
 *   machine: ReturnType<typeof describeMachine>,
 *   generator: { name: string, version: string },
 *   jobs: number | undefined,
 *   seconds: number,
 *   connections: number,
 * }} Report
 */
/** @typedef {Report['scenarios'][number]} ScenarioResult */

/** Describes this machine and its load average in the minute before the benchmark. */
export function describeMachine() {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/**
 * Formats the report as text.
 * @param {Report} report
 */
export function formatReport(report) {
  const { machine, generator, seconds, rounds, connections, scenarios, failed } = report;
  const rows = scenarios.map((scenario) => {
    const { ratio, ...cells } = cellsOf(scenario);
    return { ...cells, ratio: isSteady(scenario) ? ratio : `~ ${ratio}` };
  });
  const table = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const lines = [
    markdownTable(table, { align: ['', ...Array(10).fill('r')] }),
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load before ${machine.load}`,
    `cached: ${generator.name} ${generator.version}, ${connections} connections, the median of ${rounds} rounds of ${seconds} s for each; baseline: a bare node:http server that sends the same bytes`,
    'uncached: one request at a time, each with different values; during writes: the ratio to the same scenario without writes',
    `jobs: ${report.jobs === undefined ? 'the demo data' : count(report.jobs)}`,
    ...factsOf(report),
    ...failed.map((failure) => `failed: ${failure}`),
    ...findMisses(report).map((miss) => `missed: ${miss}`),
  ];
  if (!scenarios.every(isSteady)) {
    lines.push(
      `~ the rounds differ by more than ${STEADY * 100} %: the machine is busy or --seconds is too short`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Formats the figures of a scenario, by column: times in milliseconds, `bytes` of the body as sent, ratios.
 * @param {ScenarioResult} scenario
 */
export function cellsOf({ name, cached, uncached, duringWrites }) {
  const { bytes, product, baseline, ratio } = cached;
  return {
    scenario: name,
    'uncached p50': duration(uncached.p50),
    'uncached p99': duration(uncached.p99),
    bytes: String(bytes),
    'cached req/s': String(Math.round(product.rps)),
    'cached p50': duration(product.p50),
    'cached p99': duration(product.p99),
    'baseline req/s': String(Math.round(baseline.rps)),
    'baseline p99': duration(baseline.p99),
    ratio: ratio.toFixed(2),
    'during writes': (duringWrites.rps / product.rps).toFixed(2),
  };
}

/**
 * Formats the results that belong to no scenario.
 * @param {Report} report
 */
export function factsOf({ baselineLatency, throughput, writes, memory, database }) {
  const facts = [];
  if (baselineLatency) {
    const { p50, p99 } = baselineLatency;
    facts.push(`baseline, sequential: p50 ${duration(p50)} ms, p99 ${duration(p99)} ms`);
  }
  if (throughput) {
    const { path, connections, rps, p99 } = throughput;
    facts.push(
      `${path} uncached, ${connections} connections: ${count(rps)} req/s, p99 ${duration(p99)} ms`,
    );
  }
  if (writes) {
    const [slowest] = Object.entries(writes.stale).sort((a, b) => b[1] - a[1]);
    const [read = '', delay = 0] = slowest ?? [];
    facts.push(
      `writes: ${writes.perSecond.toFixed(1)} a second, p99 ${duration(writes.p99)} ms; visible to reads after ${Math.round(delay)} ms at most${delay > 0 ? ` (${read})` : ''}`,
    );
  }
  const { started, afterScenarios, urls } = memory;
  facts.push(
    `memory: ${mebibytes(started)} at the start, ${mebibytes(afterScenarios)} after all scenarios${urls ? `; ${mebibytes(urls.highest)} at most with ${count(urls.urls)} distinct URLs, ${mebibytes(urls.after)} after them` : ''}`,
  );
  const [table] = database.tables;
  facts.push(
    `database: ${mebibytes(database.all)}${table ? `; ${table.name}: ${mebibytes(table.bytes)} and ${mebibytes(table.indexes)} of indexes` : ''}`,
  );
  return facts;
}

/**
 * Lists the missed goals.
 * @param {Report} report
 */
function findMisses({ scenarios, writes }) {
  const misses = scenarios.flatMap(({ name, limit, cached, uncached, duringWrites }) => {
    const { product, baseline, ratio } = cached;
    const p99Ratio = product.p99 / baseline.p99;
    const writesRatio = duringWrites.rps / product.rps;
    return [
      ratio < TARGETS.ratio && `ratio ${ratio.toFixed(2)}`,
      p99Ratio > TARGETS.p99Ratio && `cached p99 ${p99Ratio.toFixed(1)} times the baseline’s`,
      uncached.p99 > limit &&
        `uncached p99 ${duration(uncached.p99)} ms of ${limit} (slowest: ${uncached.slowest?.path})`,
      writesRatio < TARGETS.duringWrites && `${writesRatio.toFixed(2)} of its speed during writes`,
    ].flatMap((miss) => (miss ? `${name}: ${miss}` : []));
  });
  const stale = Object.entries(writes?.stale ?? {})
    .filter(([read, delay]) => delay > (read.endsWith('same server') ? 0 : TARGETS.staleness))
    .map(([read, delay]) => `${read}: ${Math.round(delay)} ms until a write was visible`);
  return [...misses, ...stale];
}

/** @param {ScenarioResult} scenario */
function isSteady({ cached }) {
  return [cached.product, cached.baseline].every(({ rps, rounds }) => {
    const rates = rounds.map((round) => round.rps);
    return Math.max(...rates) - Math.min(...rates) <= STEADY * rps;
  });
}

/**
 * Writes the report under its date. A complete report also replaces the latest report for the same number of jobs.
 * @param {Report} report
 * @param {boolean} isComplete
 * @returns {Promise<string>} the path of the dated file, relative to the working directory
 */
export async function saveReport(report, isComplete) {
  const names = [report.date.replaceAll(':', '-')];
  if (isComplete) names.push(report.jobs === undefined ? 'latest' : `jobs-${report.jobs}`);
  const paths = names.map((name) => join(RESULTS, `${name}.json`));
  await mkdir(RESULTS, { recursive: true });
  for (const path of paths) await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
  return relative(process.cwd(), paths[0] ?? '');
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
