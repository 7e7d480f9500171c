/** `npm run bench`: measures the production server beside a bare `node:http` server. See the README in this folder. */
import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { findGenerator } from './load/generator.mjs';
import { BenchError } from './load/processes.mjs';
import { makeDataDir, removeData } from './load/server.mjs';
import { createProgram } from './options.mjs';
import { drawPerformance } from './report/draw.mjs';
import { describeMachine, formatReport, saveReport } from './report/report.mjs';
import { formatFairness, measureFairness } from './scenarios/fairness.mjs';
import { boardMetrics } from './scenarios/measure-board.mjs';
import { formatOverload, measureOverload } from './scenarios/overload.mjs';
import { formatSoak, measureSoak } from './scenarios/soak.mjs';
import { prepareData } from './synthetic/data-folder.mjs';
import { searchWordsOf } from './synthetic/search-words.mjs';

/**
 * @param {import('./options.mjs').Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<import('./report/report.mjs').Report>}
 */
async function bench(options, signal) {
  buildIfStale();
  signal.throwIfAborted();
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const machine = describeMachine();
  const generator = await findGenerator();
  const { jobs, data, seconds, connections } = options;
  const ownFolder = data === undefined ? await makeDataDir() : undefined;
  try {
    const folder = data ?? ownFolder ?? '';
    const prepared =
      jobs === undefined ? undefined : await prepareData(folder, { jobs }, { say, signal });
    const results = await boardMetrics(
      {
        dataDir: prepared?.dataDir ?? folder,
        words: prepared && searchWordsOf(prepared.size),
        generator,
      },
      options,
      { say, signal },
    );
    return {
      date,
      machine,
      generator: { name: generator.name, version: generator.version },
      jobs,
      seconds,
      connections,
      ...results,
    };
  } finally {
    if (ownFolder !== undefined) await removeData(ownFolder);
  }
}

/** @param {AbortSignal} signal */
async function overload(signal) {
  buildIfStale();
  const folder = await makeDataDir();
  try {
    return formatOverload(await measureOverload(folder, { say, signal }));
  } finally {
    await removeData(folder);
  }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
async function soak(seconds, signal) {
  buildIfStale();
  const folder = await makeDataDir();
  try {
    return formatSoak(await measureSoak(folder, seconds, { say, signal }));
  } finally {
    await removeData(folder);
  }
}

/**
 * @param {{ jobs: number, data: string | undefined }} options
 * @param {AbortSignal} signal
 */
async function fairness({ jobs, data }, signal) {
  buildIfStale();
  const ownFolder = data === undefined ? await makeDataDir() : undefined;
  try {
    const results = await measureFairness(data ?? ownFolder ?? '', { jobs, say, signal });
    return formatFairness(results);
  } finally {
    if (ownFolder !== undefined) await removeData(ownFolder);
  }
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}

/** @param {(signal: AbortSignal) => Promise<string>} measure returns the report as text */
async function print(measure) {
  const interruption = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (interruption.signal.aborted) return;
      say('Stopping…');
      process.exitCode = 128 + constants.signals[name];
      interruption.abort();
    });
  }
  try {
    process.stdout.write(await measure(interruption.signal));
  } catch (error) {
    // Errors after an interruption are its consequences.
    if (!interruption.signal.aborted) throw error;
  }
}

const program = createProgram({
  measure: (options) =>
    print(async (signal) => {
      const report = await bench(options, signal);
      if (report.failed.length > 0) process.exitCode = 1;
      const isComplete = options.only.length === 0 && report.failed.length === 0;
      process.stdout.write(`\n${formatReport(report)}`);
      return `\nWritten to ${await saveReport(report, isComplete)}\n`;
    }),
  overload: () => print(overload),
  soak: ({ seconds }) => print((signal) => soak(seconds, signal)),
  fairness: (options) => print((signal) => fairness(options, signal)),
  async draw() {
    for (const path of await drawPerformance()) say(`Written to ${path}`);
  },
});

program.exitOverride();
for (const command of program.commands) command.exitOverride();
program.parseAsync().catch((error) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.exitCode = 1;
  say(error instanceof BenchError ? error.message : String(error?.stack));
});
