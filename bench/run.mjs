/** `npm run bench`: measures the production server beside a bare `node:http` server. See the README in this folder. */
import { constants } from 'node:os';
import { BenchError } from './load/processes.mjs';
import { withFolder } from './load/server.mjs';
import { wrkVersion } from './load/wrk.mjs';
import { createProgram } from './options.mjs';
import { drawPerformance } from './report/draw.mjs';
import { describeMachine, formatReport, saveReport } from './report/report.mjs';
import { measureAudit } from './scenarios/audit.mjs';
import { measureFairness } from './scenarios/fairness.mjs';
import { LOADS, measureLoad } from './scenarios/load.mjs';
import { measureMail } from './scenarios/mail.mjs';
import { measureBoard } from './scenarios/measure-board.mjs';
import { measureProcessor } from './scenarios/processor.mjs';
import { measureSources } from './scenarios/sources.mjs';
import { prepareData } from './synthetic/data-folder.mjs';
import { loadBoard } from './synthetic/load-board.mjs';
import { searchWordsOf } from './synthetic/search-words.mjs';

const interruption = new AbortController();
const talk = { say: console.error, signal: interruption.signal };

/** @param {import('./options.mjs').Options} options */
async function measure({ jobs, data, ...options }) {
  const { only, seconds, connections } = options;
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const machine = describeMachine();
  const generator = { name: 'wrk', version: await wrkVersion() };
  const results = await withFolder(data, async (folder) => {
    if (jobs === undefined) return measureBoard(folder, undefined, options, talk);
    const { dataDir, size } = await prepareData(folder, jobs, talk);
    return measureBoard(dataDir, searchWordsOf(size), options, talk);
  });
  interruption.signal.throwIfAborted();
  const report = { date, machine, generator, jobs, seconds, connections, ...results };
  const isComplete = only.length === 0 && report.failed.length === 0;
  if (report.failed.length > 0) process.exitCode = 1;
  const path = await saveReport(report, isComplete);
  return `\n${formatReport(report)}\nWritten to ${path}\n`;
}

/**
 * Runs a measurement that SIGINT and SIGTERM interrupt, and prints its report.
 * @param {() => Promise<string>} run
 */
async function print(run) {
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      console.error('Stopping…');
      process.exitCode = 128 + constants.signals[name];
      interruption.abort();
    });
  }
  try {
    const report = await run();
    if (!interruption.signal.aborted) process.stdout.write(report);
  } catch (error) {
    // Ignore errors after an interruption, because they are only its consequence.
    if (interruption.signal.aborted) return;
    process.exitCode = 1;
    console.error(error instanceof BenchError ? error.message : error);
  }
}

const program = createProgram({
  measure: (options) => print(() => measure(options)),
  load: (name, seconds) =>
    print(() =>
      withFolder(undefined, (folder) => measureLoad(folder, { ...LOADS[name], seconds }, talk)),
    ),
  fairness: ({ jobs, data }) =>
    print(() => withFolder(data, (folder) => measureFairness(folder, jobs, talk))),
  processor: ({ jobs, data }) =>
    print(() => withFolder(data, (folder) => measureProcessor(folder, jobs, talk))),
  mail: (options) =>
    print(() => withFolder(undefined, (folder) => measureMail(folder, options, talk))),
  sources: (options) =>
    print(() => withFolder(undefined, (folder) => measureSources(folder, options, talk))),
  audit: ({ events }) =>
    print(() => withFolder(undefined, (folder) => measureAudit(folder, events, talk))),
  fill: ({ url, jobs, seed }) =>
    print(async () => {
      await loadBoard(url, { jobs, seed, until: new Date() }, talk);
      return `Created ${jobs} open jobs\n`;
    }),
  draw: () => print(async () => `Written to ${(await drawPerformance()).join(', ')}\n`),
});
await program.parseAsync();
