import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError } from '../load/processes.mjs';
import { drawChart } from './chart.mjs';
import { factsOf, readReports } from './report.mjs';

/** @typedef {Awaited<ReturnType<typeof readReports>>} Reports the smallest board first */

const DOCUMENT = 'docs/performance.md';
const CHART = 'docs/performance.svg';
const FIGURES = 'docs/performance.csv';

/** The lines that the document shows; the figures of all are in `FIGURES`. */
const SHOWN = [
  '/jobs',

  '/api/jobs?location=',
  '/api/jobs?q=common',

  '/jobs/{id}',
  '/api/jobs/counts?q=common',
];

/** What stands between them is written by this file. */
const BEGIN = '<!-- Written by `npm run bench -- --draw`: -->';
const END = '<!-- End of what is written. -->';

/**
 * Draws the chart of `docs/performance.md` and writes its tables and all figures, from the stored results.
 * @returns {Promise<string[]>} the files
 * @throws {BenchError} where there are none
 */
export async function drawPerformance() {
  const reports = await readReports();
  if (reports.length === 0) {
    throw new BenchError('There are no results yet: npm run bench -- --jobs 10000');
  }
  await writeFile(join(ROOT, CHART), drawChart(reports.map(seriesOf)));
  await writeFile(join(ROOT, FIGURES), writeFigures(reports));
  const path = join(ROOT, DOCUMENT);
  const document = await readFile(path, 'utf8');
  await writeFile(path, replaceWritten(document, writeTables(reports)));
  return [DOCUMENT, CHART, FIGURES];
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
  const shown = largest.lines.filter(({ name }) => SHOWN.includes(name));
  const figures = table(
    [
      'p50 / p99 in ms, uncached',
      ...reports.map(({ jobs }) => `${count(jobs)} jobs`),
      'cached req/s',
      'of baseline',
      'during writes',
    ],
    shown.map(({ name, cached: { product, ratio }, duringWrites }) => [
      `\`${name}\``,
      ...reports.map(({ lines }) => {
        const found = lines.find((line) => line.name === name)?.uncached;
        return found ? `${duration(found.p50)} / ${duration(found.p99)}` : '';
      }),
      count(product.rps),
      ratio.toFixed(2),
      (duringWrites.rps / product.rps).toFixed(2),
    ]),
  );
  const facts = factsOf(largest)
    .filter(([name]) => name !== 'jobs')
    .map(([name, value]) => `- ${name}: ${value}`);
  const { machine, generator, connections, date } = largest;
  return [
    `Measured ${date.slice(0, 10)} on ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}, with ${generator.name} ${generator.version} on ${connections} connections.`,
    figures,
    facts.join('\n'),
    largest.skipped.length > 0 &&
      `Missing: ${largest.skipped.map((name) => `\`${name}\``).join(', ')}.`,
  ]
    .filter((part) => part !== false)
    .join('\n\n');
}

/**
 * All figures as CSV: times in milliseconds, sizes in bytes, `during_writes` as a part of `rps`.
 * @param {Reports} reports
 */
export function writeFigures(reports) {
  const head =
    'jobs,line,uncached_p50,uncached_p99,bytes,rps,ratio,cached_p50,cached_p99,baseline_p99,during_writes';
  const rows = reports.flatMap(({ jobs, lines }) =>
    lines.map(({ name, uncached, cached: { bytes, product, floor, ratio }, duringWrites }) =>
      [
        jobs,
        `"${name}"`,
        ...[uncached.p50, uncached.p99].map(duration),
        bytes,
        Math.round(product.rps),
        ratio.toFixed(2),
        ...[product.p50, product.p99, floor.p99].map(duration),
        (duringWrites.rps / product.rps).toFixed(2),
      ].join(','),
    ),
  );
  return `${[head, ...rows].join('\n')}\n`;
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
