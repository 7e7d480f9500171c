import { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './options.mjs';

/**
 * Parses a command line. Returns the called action and its options, or the error message.
 * @param {string} line
 */
async function read(line) {
  /** @type {unknown[]} */
  let called = [];
  let errors = '';
  const action =
    (/** @type {string} */ name) =>
    async (/** @type {unknown[]} */ ...parameters) => {
      called = [name, ...parameters.filter((parameter) => !(parameter instanceof Command))];
    };
  const program = createProgram({
    measure: action('measure'),
    load: action('load'),
    fairness: action('fairness'),
    processor: action('processor'),
    mail: action('mail'),
    sources: action('sources'),
    audit: action('audit'),
    fill: action('fill'),
    draw: action('draw'),
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeErr: (text) => {
        errors += text;
      },
    });
  }
  await program.parseAsync(line.split(' ').filter(Boolean), { from: 'user' }).catch(() => {});
  return errors || called;
}

const DEFAULTS = {
  only: [],
  seconds: 3,
  connections: 16,
  distinctUrls: 20_000,
};

it.each([
  ['', ['measure', DEFAULTS]],
  ['--jobs 10000', ['measure', { ...DEFAULTS, jobs: 10_000, seconds: 1 }]],
  [
    '--jobs 1000 --data here --only / --only /jobs --seconds 2 --connections=64 --distinct-urls 0',
    [
      'measure',
      {
        jobs: 1_000,
        data: 'here',
        only: ['/', '/jobs'],
        seconds: 2,
        connections: 64,
        distinctUrls: 0,
      },
    ],
  ],
  ['soak', ['load', 'soak', 600]],
  ['soak --seconds 30', ['load', 'soak', 30]],
  ['fairness', ['fairness', { jobs: 300_000 }]],
  ['fairness --jobs 1000 --data here', ['fairness', { jobs: 1_000, data: 'here' }]],
  ['mail', ['mail', { pairs: 5, seconds: 5 }]],
  ['mail --pairs 3 --seconds 20', ['mail', { pairs: 3, seconds: 20 }]],
  ['audit --events 5000', ['audit', { events: 5_000 }]],
  ['fill --url postgres://b --jobs 1000', ['fill', { url: 'postgres://b', jobs: 1_000, seed: 1 }]],
  ['overload', ['load', 'overload', 20]],
  ['draw', ['draw', {}]],
])('parses the command line "%s"', async (line, expected) => {
  expect(await read(line)).toEqual(expected);
});

it.each([
  ['soak --seconds 0', 'Use a whole number from 5 to 86400.'],
  ['--seconds 0', 'Use a whole number from 1 to 600.'],
  ['--seconds 1.5', 'Use a whole number from 1 to 600.'],
  ['--connections many', 'Use a whole number from 1 to 1000.'],
  ['--jobs 7', 'Use a whole number from 100 to 2000000.'],
  ['--data here', "'--data' requires '--jobs'"],
  ['--second 1', "unknown option '--second'"],
  ['--seconds', 'argument missing'],
  ['fill --jobs 1000', "required option '--url <url>'"],
  ['/jobs', 'too many arguments'],
])('refuses the command line "%s"', async (line, message) => {
  expect(await read(line)).toContain(message);
});
