import { parseArgs } from 'node:util';
import { DEFAULT_JOBS } from './scenarios/fairness.mjs';
import { DEFAULT_SECONDS } from './scenarios/soak.mjs';

export const USAGE = `Usage: npm run bench -- [--jobs N] [OPTION…]
       npm run bench -- --draw
       npm run bench -- --overload
       npm run bench -- --endurance [--seconds N]
       npm run bench -- fairness [--jobs N] [--data FOLDER]

Measures the pages and the API of the production server beside a bare node:http server, over the demo
data or over N made-up jobs. --draw draws docs/performance from the results that there are. --overload asks four
times as much of the server as it can carry, and tells what comes of it. --endurance asks four fifths of that for ten
minutes, while others write. fairness measures what one network meets while another one abuses a board of 300,000 jobs.

  --jobs N           so many made-up jobs, 100 to 2,000,000 (default: the demo data)
  --data FOLDER      keeps the made-up jobs there, and takes them from there the next time
  --only NAME…       measures these lines only, as the table names them; may be given several times
  --seconds N        length of one measurement, 1 to 600 (default 3; 1 with --jobs)
  --connections N    connections held open at once, 1 to 1000 (default 16)
  --distinct-urls N  addresses asked for once each, to see the memory, 0 to 10,000,000 (default 20,000)
  --help             this text
`;

/** A command line that cannot be used; the message is one line, meant for the user. */
export class UsageError extends Error {}

/**
 * @typedef {object} Options
 * @property {number | undefined} jobs undefined: the demo data
 * @property {string | undefined} data
 * @property {string[]} only empty: all
 * @property {number} seconds the length of one measurement
 * @property {number} connections held open at once
 * @property {number} distinctUrls
 */

/**
 * @param {string[]} parameters as in `process.argv.slice(2)`
 * @returns {Options | 'help' | 'draw' | 'overload' | { endurance: number } | { fairness: number, data: string | undefined }} `endurance` in seconds, `fairness` in jobs
 * @throws {UsageError}
 */
export function readOptions(parameters) {
  const isFairness = parameters[0] === 'fairness';
  const values = parse(isFairness ? parameters.slice(1) : parameters);
  if (values.help) return 'help';
  if (values.draw) return 'draw';
  if (values.overload) return 'overload';
  if (values.endurance) {
    const seconds = values.seconds ?? String(DEFAULT_SECONDS);
    return { endurance: wholeNumber('--seconds', seconds, 5, 86_400) };
  }
  if (isFairness) {
    const jobs = values.jobs ?? String(DEFAULT_JOBS);
    return { fairness: wholeNumber('--jobs', jobs, 100, 2_000_000), data: values.data };
  }
  if (values.data !== undefined && values.jobs === undefined) {
    throw new UsageError('--data is for made-up jobs: it needs --jobs');
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
        endurance: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // Node adds advice on positional arguments, of which there are none here.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split(/\. |\n/, 1)[0]);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
function wholeNumber(name, text, least, most) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not '${text}'`);
}
