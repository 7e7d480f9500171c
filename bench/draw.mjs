import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../scripts/build-if-stale.mjs';
import { drawChart } from './chart.mjs';
import { BenchError } from './processes.mjs';
import { factsOf, readReports } from './report.mjs';

/** @typedef {Awaited<ReturnType<typeof readReports>>} Reports the smallest board first */

const DOCUMENT = 'docs/performance.md';
const CHART = 'docs/performance.svg';

/** What stands between them is written by this file. */
const BEGIN = '<!-- Written by `npm run bench -- --draw`: -->';
const END = '<!-- End of what is written. -->';

/**
 * Draws the chart of `docs/performance.md` and writes its tables, from the results that there are.
 * @returns {Promise<string[]>} the files
 * @throws {BenchError} where there are none
 */
export async function drawPerformance() {
  const reports = await readReports();
  if (reports.length === 0) {
    throw new BenchError('There are no results yet: npm run bench -- --jobs 10000');
  }
  await writeFile(join(ROOT, CHART), drawChart(reports.map(seriesOf)));
  const path = join(ROOT, DOCUMENT);
  const document = await readFile(path, 'utf8');
  await writeFile(path, replaceWritten(document, writeTables(reports)));
  return [DOCUMENT, CHART];
}

/** @param {Reports[number]} report */
function seriesOf({ jobs, lines }) {
  return {
    jobs,
    lines: lines.map(({ name, limit, cached: { product }, uncached }) => ({
      name,
      limit,
      cached: { p50: product.p50, p99: product.p99 },
      uncached: { p50: uncached.p50, p99: uncached.p99 },
    })),
  };
}

/**
 * @param {string} document
 * @param {string} tables
 * @throws {BenchError} where it is not marked what is to be replaced
 */
export function replaceWritten(document, tables) {
  const [before, rest, ...more] = document.split(BEGIN);
  const [old, after] = rest?.split(END) ?? [];
  if (more.length > 0 || old === undefined || after === undefined) {
    throw new BenchError(`${DOCUMENT} needs the lines '${BEGIN}' and '${END}', once each.`);
  }
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
}

/**
 * Markdown, from the smallest board to the largest.
 * @param {Reports} reports
 */
export function writeTables(reports) {
  const largest = reports.at(-1);
  if (!largest) return '';
  const sizes = reports.map(({ jobs }) => count(jobs));
  const names = [...new Set(reports.flatMap(({ lines }) => lines.map(({ name }) => name)))];
  const uncached = table(
    ['Uncached, p50 / p99 in ms', ...sizes.map((size) => `${size} jobs`)],
    names.map((name) => [
      `\`${name}\``,
      ...reports.map(({ lines }) => {
        const found = lines.find((line) => line.name === name)?.uncached;
        return found ? `${duration(found.p50)} / ${duration(found.p99)}` : '';
      }),
    ]),
  );
  const cached = table(
    [
      `Cached, of ${count(largest.jobs)} jobs`,
      'bytes',
      'req/s',
      'of the floor’s',
      'p99 in ms',
      'the floor’s',
      'while others write',
    ],
    largest.lines.map(({ name, cached: { bytes, product, floor, ratio }, duringWrites }) => [
      `\`${name}\``,
      count(bytes),
      count(product.rps),
      ratio.toFixed(2),
      duration(product.p99),
      duration(floor.p99),
      `× ${(duringWrites.rps / product.rps).toFixed(2)}`,
    ]),
  );
  const facts = reports.map(
    (report) =>
      `- ${factsOf(report)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; ')}.`,
  );
  const { machine, generator, connections, date } = largest;
  return [
    `Measured ${date.slice(0, 10)} on ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}, with ${generator.name} ${generator.version} on ${connections} connections.`,
    uncached,
    cached,
    facts.join('\n'),
    largest.skipped.length > 0 &&
      `Not there: ${largest.skipped.map((name) => `\`${name}\``).join(', ')}.`,
  ]
    .filter((part) => part !== false)
    .join('\n\n');
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** @param {number} milliseconds */
function duration(milliseconds) {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}
