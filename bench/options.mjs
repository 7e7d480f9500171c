import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [--seconds N] [--connections N]

Measures the pages and the API of the production server beside a bare node:http server.

  --seconds N      length of one measurement, 1 to 600 (default 3)
  --connections N  connections held open at once, 1 to 1000 (default 16)
  --help           this text
`;

/** A command line that cannot be used; the message is one line, meant for the user. */
export class UsageError extends Error {}

/**
 * @typedef {object} Options
 * @property {number} seconds the length of one measurement
 * @property {number} connections held open at once
 */

/**
 * @param {string[]} parameters as in `process.argv.slice(2)`
 * @returns {Options | 'help'}
 * @throws {UsageError}
 */
export function readOptions(parameters) {
  const values = parse(parameters);
  if (values.help) return 'help';
  return {
    seconds: wholeNumber('--seconds', values.seconds, 600),
    connections: wholeNumber('--connections', values.connections, 1000),
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        seconds: { type: 'string', default: '3' },
        connections: { type: 'string', default: '16' },
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
 * @param {number} largest
 */
function wholeNumber(name, text, largest) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= largest) return number;
  throw new UsageError(`${name} must be a whole number from 1 to ${largest}, not '${text}'`);
}
