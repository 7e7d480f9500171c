import { measureMemoryOfUrls, residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { databaseUrl, startProduct } from '../load/server.mjs';
import { recordAnswer, startFloor } from '../load/start-baseline.mjs';
import { startWriting } from '../load/writes.mjs';
import { chooseSearchWords } from '../synthetic/search-words.mjs';
import { chooseIds, databaseMetrics } from './board-facts.mjs';
import { measureCached, measureWith, ROUNDS } from './cached.mjs';
import { measureLatency } from './latency.mjs';
import { findLines, findMissing } from './scenarios.mjs';

/** Connections for the throughput of answers that are made anew; more would only wait for the database. */
const UNCACHED_CONNECTIONS = 4;
const UNCACHED_PATH = '/api/jobs?description=summary';

/** @typedef {import('../options.mjs').Options} Options */
/** @typedef {import('../load/server.mjs').Product} Product */
/** @typedef {import('./scenarios.mjs').Line} Line */
/** @typedef {{ say: (message: string) => void, signal: AbortSignal }} Talk */

/**
 * @typedef {object} Board
 * @property {string} dataDir
 * @property {import('../synthetic/search-words.mjs').SearchWords | undefined} words undefined: the server
 *   fills it with the demo data, whose words are read from it
 * @property {import('../load/generator.mjs').Generator} generator
 */

/**
 * Starts two servers over one database, one of them without a cache of answers, and measures them.
 * @param {Board} board
 * @param {Options} options
 * @param {Talk} talk
 */
export async function boardMetrics(board, options, talk) {
  const { dataDir, words } = board;
  talk.say('Starting the servers…');
  const settings = { DEMO_DATA: words ? 'false' : 'true' };
  const product = await startProduct(dataDir, settings, talk.signal);
  try {
    const uncached = await startProduct(
      dataDir,
      { DATABASE_URL: await databaseUrl(dataDir), PAGE_CACHE_MB: '0' },
      talk.signal,
    );
    try {
      return await measureServers({ product, uncached }, board, options, talk);
    } finally {
      await uncached.stop();
    }
  } finally {
    await product.stop();
  }
}

/**
 * @param {{ product: Product, uncached: Product }} servers
 * @param {Board} board
 * @param {Options} options
 * @param {Talk} talk
 */
async function measureServers({ product, uncached }, board, options, talk) {
  const { seconds, connections, distinctUrls } = options;
  const { say, signal } = talk;
  const url = await databaseUrl(board.dataDir);
  const ids = await chooseIds(url);
  const words = board.words ?? chooseSearchWords(await readDemoJobs(product.origin));
  const missing = await findMissing(product.origin);
  const all = chosen(await findLines(product.origin, words, ids), options.only);
  const skipped = all.filter(({ needs }) => needs && missing.has(needs)).map(({ name }) => name);
  const lines = all.filter(({ name }) => !skipped.includes(name));
  const started = await residentMemory(product.pid);

  /** @type {string[]} */
  const failed = [];
  /** @type {import('./cached.mjs').Attempt} */
  const attempt = async (name, work) => {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      say(error.message);
      failed.push(`${name}: ${error.message}`);
      return undefined;
    }
  };

  // Before all load: what the machine has to clean up after it would be in the way.
  /** @type {Map<Line, import('./latency.mjs').Latency>} */
  const latencies = new Map();
  for (const line of lines) {
    say(`Measuring ${line.name}, uncached…`);
    const latency = await attempt(`${line.name}, uncached`, () =>
      measureLatency(uncached.origin, line.paths, signal),
    );
    if (latency) latencies.set(line, latency);
  }
  const floorLatency = await attempt('the floor, uncached', () =>
    measureFloor(uncached.origin, signal),
  );
  const measureUncached = measureWith(board.generator, UNCACHED_CONNECTIONS, signal);
  const throughput = await attempt(UNCACHED_PATH, () =>
    measureUncached(uncached.origin, UNCACHED_PATH, Math.max(3, seconds)),
  );

  const measure = measureWith(board.generator, connections, signal);
  const cached = await measureCached(product.origin, lines, measure, { seconds, attempt, say });
  const afterLines = await residentMemory(product.pid);

  /** @type {Map<Line, import('../load/generator.mjs').Measurement>} */
  const duringWrites = new Map();
  const writing = await startWriting(product, uncached, ids.companies[0] ?? '');
  let writes;
  try {
    for (const line of cached.keys()) {
      say(`Measuring ${line.name}, while others write…`);
      const measurement = await attempt(`${line.name}, while others write`, () =>
        measure(product.origin, line.paths[0] ?? '', Math.max(2, seconds)),
      );
      if (measurement) duringWrites.set(line, measurement);
    }
  } finally {
    writes = await attempt('writes', writing.stop);
  }
  say(`Asking for ${distinctUrls} addresses…`);
  const urls = await measureMemoryOfUrls(product, distinctUrls, signal);
  return {
    rounds: ROUNDS,
    lines: lines.flatMap((line) => {
      const [alone, again, beside] = [
        cached.get(line),
        latencies.get(line),
        duringWrites.get(line),
      ];
      if (!alone || !again || !beside) return [];
      const { name, paths, limit } = line;
      const path = paths[0] ?? '';
      return [{ name, path, limit, cached: alone, uncached: again, duringWrites: beside }];
    }),
    skipped,
    failed,
    floorLatency,
    throughput: throughput && {
      path: UNCACHED_PATH,
      connections: UNCACHED_CONNECTIONS,
      ...throughput,
    },
    writes,
    memory: { started, afterLines, urls },
    database: await databaseMetrics(url),
  };
}

/**
 * What one request after the other takes where nothing has to be made: so much of every uncached time is the
 * machine's own.
 * @param {string} origin of the server that makes the answer
 * @param {AbortSignal} signal
 */
async function measureFloor(origin, signal) {
  const floor = await startFloor([await recordAnswer(origin, UNCACHED_PATH)]);
  try {
    return await measureLatency(floor.origin, [UNCACHED_PATH], signal);
  } finally {
    await floor.stop();
  }
}

/**
 * @param {Line[]} lines
 * @param {string[]} names
 */
function chosen(lines, names) {
  const unknown = names.filter((name) => !lines.some((line) => line.name === name));
  if (unknown.length > 0) {
    throw new BenchError(
      `There is no line '${unknown[0]}', but: ${lines.map(({ name }) => `'${name}'`).join(', ')}.`,
    );
  }
  return names.length === 0 ? lines : lines.filter(({ name }) => names.includes(name));
}

/**
 * @param {string} origin
 * @returns {Promise<import('../synthetic/search-words.mjs').SampleJob[]>}
 */
async function readDemoJobs(origin) {
  const reply = await fetch(`${origin}/api/jobs?limit=100`);
  if (!reply.ok) throw new BenchError(`/api/jobs answered with status ${reply.status}.`);
  return (await reply.json()).results;
}
