import { Command, InvalidArgumentError } from 'commander';

/** @typedef {import('./scenarios/measure-board.mjs').Options & { jobs?: number, data?: string }} Options */

/**
 * @typedef {object} Actions
 * @property {(options: Options) => Promise<void>} measure `jobs` is undefined for the demo data
 * @property {(name: 'overload' | 'soak', seconds: number) => Promise<void>} load
 * @property {(options: { jobs: number, data?: string }) => Promise<void>} fairness
 * @property {(options: { jobs: number, data?: string }) => Promise<void>} processor
 * @property {(options: { pairs: number, seconds: number }) => Promise<void>} mail
 * @property {(options: { jobs: number }) => Promise<void>} sources
 * @property {(options: { events: number }) => Promise<void>} audit
 * @property {(options: { url: string, jobs: number, seed: number }) => Promise<void>} fill
 * @property {() => Promise<void>} draw
 */

/**
 * The command line of the benchmark.
 * @param {Actions} actions
 */
export function createProgram(actions) {
  const jobs = wholeNumber(100, 2_000_000);
  const seconds = wholeNumber(1, 600);
  const urls = wholeNumber(0, 10_000_000);
  const data = 'store the synthetic jobs in this folder, for later runs with the same number';
  const program = new Command('bench')
    .description('Measure the production server beside a bare node:http server')
    .option('--jobs <number>', 'number of synthetic jobs (default: the demo data)', jobs)
    .option('--data <folder>', data)
    .option(
      '--only <name>',
      'measure only this scenario, by its name in the table; may be repeated',
      (name, /** @type {string[]} */ names) => [...names, name],
      /** @type {string[]} */ ([]),
    )
    .option('--seconds <number>', 'of one measurement (default: 3; 1 with --jobs)', seconds)
    .option('--connections <number>', 'open connections', wholeNumber(1, 1_000), 16)
    .option('--distinct-urls <number>', 'URLs to measure the memory', urls, 20_000)
    .action((options) => {
      if (options.data !== undefined && options.jobs === undefined) {
        program.error("error: option '--data' requires '--jobs'");
      }
      const usual = options.jobs === undefined ? 3 : 1;
      return actions.measure({ seconds: usual, ...options });
    });
  program
    .command('overload')
    .description('Send four times as many requests as the server can handle')
    .action(() => actions.load('overload', 20));
  program
    .command('soak')
    .description(
      'Send four fifths of the requests that the server can handle, with concurrent writes',
    )
    .option('--seconds <number>', 'duration', wholeNumber(5, 86_400), 600)
    .action((options) => actions.load('soak', options.seconds));
  program
    .command('fairness')
    .description('Measure the response times for one network while another abuses the board')
    .option('--jobs <number>', 'number of synthetic jobs', jobs, 300_000)
    .option('--data <folder>', data)
    .action(actions.fairness);
  program
    .command('processor')
    .description(
      'Measure the processor time of uncached requests, as multiples of a handwritten list',
    )
    .option('--jobs <number>', 'number of synthetic jobs', jobs, 100_000)
    .option('--data <folder>', data)
    .action(actions.processor);
  program
    .command('mail')
    .description('Measure pages while the server sends 1,000 mails a minute, and without')
    .option('--pairs <number>', 'of measurements with and without mails', wholeNumber(1, 100), 5)
    .option('--seconds <number>', 'of one measurement', wholeNumber(1, 600), 5)
    .action(actions.mail);
  program
    .command('sources')
    .description('Measure how fast jobs are imported, and pages meanwhile')
    .option('--jobs <number>', 'number of synthetic jobs', jobs, 100_000)
    .action(actions.sources);
  program
    .command('audit')
    .description('Measure the lists of the audit trail')
    .option(
      '--events <number>',
      'number of synthetic events',
      wholeNumber(1_000, 10_000_000),
      1_000_000,
    )
    .action(actions.audit);
  program
    .command('fill')
    .description('Fill an empty database that has the tables of a board, as a superuser')
    .requiredOption('--url <url>', 'postgres://…')
    .requiredOption('--jobs <number>', 'number of synthetic jobs', jobs)
    .option('--seed <number>', 'for other jobs', wholeNumber(1, 1_000_000), 1)
    .action(actions.fill);
  program
    .command('draw')
    .description('Write docs/performance from the stored results')
    .action(actions.draw);
  // Options of the main command must precede the subcommand, so that a subcommand may use the same option names.
  return program.enablePositionalOptions();
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {(text: string) => number}
 */
function wholeNumber(min, max) {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`);
  };
}
