/**
 * `npm run bench`: measures the production server beside a bare `node:http` server that sends the
 * same bytes. See the README in this folder.
 */
import { constants } from 'node:os';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { findGenerator } from './load.mjs';
import { readOptions, USAGE, UsageError } from './options.mjs';
import { BenchError } from './processes.mjs';
import { recordAnswer, startFloor } from './record.mjs';
import { describeMachine, formatReport, saveReport, summarize } from './report.mjs';
import { makeDataDir, removeData, startProduct } from './server.mjs';

/** Odd, so that the median is one of them. */
const ROUNDS = 3;

/** At least so many seconds of load before the first round, in which Node compiles the code and caches fill. */
const WARM_UP = 2;

/** @typedef {{ name: string, path: string }} Target */
/** @typedef {(origin: string, target: Target, seconds: number) => Promise<import('./load.mjs').Measurement>} Measure */

/**
 * @param {import('./options.mjs').Options} options
 * @param {AbortSignal} signal
 */
async function bench({ seconds, connections }, signal) {
  buildIfStale();
  signal.throwIfAborted();
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const machine = describeMachine();
  const generator = await findGenerator();
  /** @type {Measure} */
  const measure = async (origin, { path }, duration) => {
    const url = `${origin}${path}`;
    try {
      return await generator.measure({ url, seconds: duration, connections, signal });
    } catch (error) {
      throw error instanceof BenchError ? new BenchError(`${url}: ${error.message}`) : error;
    }
  };

  say('Starting the server…');
  const dataDir = await makeDataDir();
  try {
    const product = await startProduct(dataDir, { DEMO_DATA: 'true' }, signal);
    try {
      const lines = await measureAll(product.origin, measure, { seconds, signal });
      return {
        date,
        machine,
        generator: describe(generator),
        seconds,
        rounds: ROUNDS,
        connections,
        lines,
      };
    } finally {
      await product.stop();
    }
  } finally {
    await removeData(dataDir);
  }
}

/** @param {import('./load.mjs').Generator} generator */
function describe({ name, version }) {
  return { name, version };
}

/**
 * @param {string} product its origin
 * @param {Measure} measure
 * @param {{ seconds: number, signal: AbortSignal }} options
 */
async function measureAll(product, measure, { seconds, signal }) {
  const targets = await findTargets(product);
  say('Warming up…');
  const answers = [];
  for (const target of targets) {
    // Alone at first: many at once, with nothing compiled, may take longer than the warm-up.
    await recordAnswer(product, target.path);
    await measure(product, target, Math.max(WARM_UP, seconds));
    // Only now: what a warm server sends may be packed better than its first answer.
    answers.push(await recordAnswer(product, target.path));
  }
  const floor = await startFloor(answers);
  try {
    const lines = [];
    for (const [index, target] of targets.entries()) {
      signal.throwIfAborted();
      say(`Measuring ${target.name}…`);
      await measure(floor.origin, target, Math.max(WARM_UP, seconds));
      const rounds = await takeTurns([product, floor.origin], target, measure, seconds);
      lines.push(describeLine(target, answers[index], rounds));
    }
    return lines;
  } finally {
    await floor.stop();
  }
}

/**
 * @param {string} origin
 * @returns {Promise<Target[]>}
 */
async function findTargets(origin) {
  const reply = await fetch(`${origin}/api/jobs?limit=1`);
  /** @type {{ results?: { id: string }[] }} */
  const list = reply.ok ? await reply.json() : {};
  const id = list.results?.[0]?.id;
  if (!id) throw new BenchError(`/api/jobs gave no job (status ${reply.status}).`);
  return ['/', '/jobs', '/jobs/{id}', '/api/jobs', '/api/jobs/{id}'].map((name) => ({
    name,
    path: name.replace('{id}', id),
  }));
}

/**
 * Round by round and not server by server, so that a slow moment of the machine hits both alike.
 * @param {[product: string, floor: string]} origins
 * @param {Target} target
 * @param {Measure} measure
 * @param {number} seconds
 */
async function takeTurns([product, floor], target, measure, seconds) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      product: await measure(product, target, seconds),
      floor: await measure(floor, target, seconds),
    });
  }
  return rounds;
}

/**
 * @param {Target} target
 * @param {import('./floor.mjs').Answer | undefined} answer
 * @param {Awaited<ReturnType<typeof takeTurns>>} rounds
 */
function describeLine({ name, path }, answer, rounds) {
  const product = summarize(rounds.map((round) => round.product));
  const floor = summarize(rounds.map((round) => round.floor));
  const bytes = answer?.body.length ?? 0;
  return { name, path, bytes, product, floor, ratio: product.rps / floor.rps };
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
    const report = await bench(options, interruption.signal);
    process.stdout.write(`\n${formatReport(report)}`);
    say(`\nWritten to ${await saveReport(report)}`);
  } catch (error) {
    // Whatever fails after that is but its consequence.
    if (!interruption.signal.aborted) throw error;
  }
}

main().catch((error) => {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const meant = error instanceof BenchError || error instanceof UsageError;
  say(meant ? error.message : String(error?.stack));
});
