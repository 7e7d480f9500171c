/** `npm run bench`: measures the production server beside a bare `node:http` server. See the README in this folder. */
import { constants } from 'node:os';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { findGenerator } from './load/generator.mjs';
import { BenchError } from './load/processes.mjs';
import { makeDataDir, removeData } from './load/server.mjs';
import { readOptions, USAGE, UsageError } from './options.mjs';
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
 * @param {{ fairness: number, data: string | undefined }} options
 * @param {AbortSignal} signal
 */
async function fairness({ fairness: jobs, data }, signal) {
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

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  if (options === 'draw') {
    for (const path of await drawPerformance()) say(`Written to ${path}`);
    return;
  }
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
    if (options === 'overload') {
      process.stdout.write(await overload(interruption.signal));
      return;
    }
    if ('fairness' in options) {
      process.stdout.write(await fairness(options, interruption.signal));
      return;
    }
    if ('soak' in options) {
      process.stdout.write(await soak(options.soak, interruption.signal));
      return;
    }
    const report = await bench(options, interruption.signal);
    process.stdout.write(`\n${formatReport(report)}`);
    const isComplete = options.only.length === 0 && report.failed.length === 0;
    say(`\nWritten to ${await saveReport(report, isComplete)}`);
    if (report.failed.length > 0) process.exitCode = 1;
  } catch (error) {
    // Errors after an interruption are its consequences.
    if (!interruption.signal.aborted) throw error;
  }
}

main().catch((error) => {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const meant = error instanceof BenchError || error instanceof UsageError;
  say(meant ? error.message : String(error?.stack));
});
