import { mkdir, rename, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('results', import.meta.url));

/** The ratio that the product has to reach: see the README. */
const TARGET = 0.8;

/** Rounds that differ by more than this part of their median tell of a busy machine. */
const STEADY = 0.15;

/**
 * One server on one line: the medians of the rounds, and the rounds.
 * @typedef {import('./load.mjs').Measurement & { rounds: import('./load.mjs').Measurement[] }} Side
 */

/**
 * @typedef {object} Line
 * @property {string} name the path with `{id}` for the id
 * @property {string} path
 * @property {number} bytes of the body, as sent
 * @property {Side} product
 * @property {Side} floor
 * @property {number} ratio requests per second of the product, of those of the floor
 */

/**
 * @typedef {object} Report
 * @property {string} date when the measuring began
 * @property {Machine} machine
 * @property {{ name: string, version: string }} generator
 * @property {number} seconds of one measurement
 * @property {number} rounds
 * @property {number} connections
 * @property {Line[]} lines `rps` in answers per second, `p99` in milliseconds
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
 * @param {import('./load.mjs').Measurement[]} rounds
 * @returns {Side}
 */
export function summarize(rounds) {
  return {
    rps: median(rounds.map(({ rps }) => rps)),
    p99: median(rounds.map(({ p99 }) => p99)),
    rounds,
  };
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * The report as a text for people.
 * @param {Report} report
 */
export function formatReport({ machine, generator, seconds, rounds, connections, lines }) {
  const table = alignColumns([
    ['', 'body', 'product', '', 'floor', '', 'ratio'],
    ['path', 'bytes', 'req/s', 'p99 ms', 'req/s', 'p99 ms', ''],
    ...lines.map(({ name, bytes, product, floor, ratio }) => [
      name,
      count(bytes),
      count(product.rps),
      duration(product.p99),
      count(floor.rps),
      duration(floor.p99),
      `${ratio.toFixed(2)}${isSteady(product) && isSteady(floor) ? ' ' : '~'}`,
    ]),
  ]);
  const notes = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load before ${machine.load}`,
    `${generator.name} ${generator.version}, ${connections} connections, the median of ${rounds} rounds of ${seconds} s for each`,
    `ratio: requests per second of the product, of those of a bare node:http server that sends the same bytes; the aim is ${TARGET.toFixed(2)} or more`,
  ];
  if (lines.some(({ product, floor }) => !isSteady(product) || !isSteady(floor))) {
    notes.push(
      `~ the rounds differ by more than ${STEADY * 100} %: the machine was busy, or a measurement is too short`,
    );
  }
  if (generator.name === 'autocannon') {
    notes.push(
      'wrk is not installed, so autocannon had to serve: it is slower than the floor, so the ratio flatters the product',
    );
  }
  return `${table}\n\n${notes.join('\n')}\n`;
}

/** @param {Side} side */
function isSteady({ rps, rounds }) {
  const rates = rounds.map((round) => round.rps);
  return Math.max(...rates) - Math.min(...rates) <= STEADY * rps;
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
 * Writes the report under its date and as the latest one.
 * @param {Report} report
 * @returns {Promise<string>} the path of the dated file, from where the command was called
 */
export async function saveReport(report) {
  const content = `${JSON.stringify(report, null, 2)}\n`;
  const path = join(RESULTS, `${report.date.replaceAll(':', '-')}.json`);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path, content);
  // Renamed into place, so that whoever reads the latest one never finds half of it.
  const staging = join(RESULTS, `.latest-${process.pid}.json`);
  await writeFile(staging, content);
  await rename(staging, join(RESULTS, 'latest.json'));
  return relative(process.cwd(), path);
}
