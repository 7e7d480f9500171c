import { parseArgs } from 'node:util';
import { DEFAULT_JOBS } from './scenarios/fairness.mjs';
import { DEFAULT_SECONDS } from './scenarios/soak.mjs';

export const USAGE = `Usage: npm run bench -- [--jobs N] [OPTION…]
       npm run bench -- --draw
       npm run bench -- --overload
       npm run bench -- --soak [--seconds N]
       npm run bench -- fairness [--jobs N] [--data FOLDER]

Measures the pages and the API of the production server beside a bare node:http server, with the demo data or with
N synthetic jobs. --draw writes docs/performance from the stored results. --overload sends four times the server's
capacity. --soak sends four fifths of it for ten minutes, with concurrent writes. fairness measures the response times
of one network while another abuses a board of 300,000 jobs.

  --jobs N           number of synthetic jobs, 100 to 2,000,000 (default: the demo data)
  --data FOLDER      stores the synthetic jobs there, for later runs with the same number
  --only NAME        measures only this scenario, as the table names it; may be repeated
  --seconds N        length of one measurement, 1 to 600 (default 3; 1 with --jobs)
  --connections N    open connections, 1 to 1000 (default 16)
  --distinct-urls N  URLs to request once each to measure the memory, 0 to 10,000,000 (default 20,000)
  --help             this text
`;

/** An invalid command line, with a one-line message for the user. */
export class UsageError extends Error {}

/**
 * @typedef {object} Options
 * @property {number | undefined} jobs undefined for the demo data
 * @property {string | undefined} data
 * @property {string[]} only empty for all scenarios
 * @property {number} seconds the duration of one measurement
 * @property {number} connections open at the same time
 * @property {number} distinctUrls
 */

/**
 * @param {string[]} parameters as in `process.argv.slice(2)`
 * @returns {Options | 'help' | 'draw' | 'overload' | { soak: number } | { fairness: number, data: string | undefined }} `soak` in seconds, `fairness` in jobs
 * @throws {UsageError}
 */
export function readOptions(parameters) {
  const isFairness = parameters[0] === 'fairness';
  const values = parse(isFairness ? parameters.slice(1) : parameters);
  if (values.help) return 'help';
  if (values.draw) return 'draw';
  if (values.overload) return 'overload';
  if (values.soak) {
    const seconds = values.seconds ?? String(DEFAULT_SECONDS);
    return { soak: wholeNumber('--seconds', seconds, 5, 86_400) };
  }
  if (isFairness) {
    const jobs = values.jobs ?? String(DEFAULT_JOBS);
    return { fairness: wholeNumber('--jobs', jobs, 100, 2_000_000), data: values.data };
  }
  if (values.data !== undefined && values.jobs === undefined) {
    throw new UsageError('--data requires --jobs');
  }
  const jobs =
    values.jobs === undefined ? undefined : wholeNumber('--jobs', values.jobs, 100, 2_000_000);
  const seconds = values.seconds ?? (jobs === undefined ? '3' : '1');
  return {
    jobs,
    data: values.data,
    only: values.only,
    seconds: wholeNumber('--seconds', seconds, 1, 600),
    connections: wholeNumber('--connections', values.connections, 1, 1_000),
    distinctUrls: wholeNumber('--distinct-urls', values['distinct-urls'], 0, 10_000_000),
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        jobs: { type: 'string' },
        data: { type: 'string' },
        only: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string' },
        connections: { type: 'string', default: '16' },
        'distinct-urls': { type: 'string', default: '20000' },
        draw: { type: 'boolean', default: false },
        overload: { type: 'boolean', default: false },
        soak: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // Node adds advice on positional arguments, which do not apply here.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split(/\. |\n/, 1)[0]);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} min
 * @param {number} max
 */
function wholeNumber(name, text, min, max) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not '${text}'`);
}
