import { measureMemoryOfUrls, residentMemory } from '../load/memory.mjs';
import { BenchError } from '../load/processes.mjs';
import { databaseUrl, startProduct } from '../load/server.mjs';
import { recordResponse, startBaseline } from '../load/start-baseline.mjs';
import { startWriting } from '../load/writes.mjs';
import { chooseSearchWords } from '../synthetic/search-words.mjs';
import { chooseIds, databaseMetrics } from './board-facts.mjs';
import { measureCached, measureWith, ROUNDS } from './cached.mjs';
import { measureLatency } from './latency.mjs';
import { createScenarios, findMissing } from './scenarios.mjs';

/** Connections for the throughput without a cache. More would only wait for the database. */
const UNCACHED_CONNECTIONS = 4;
const UNCACHED_PATH = '/api/jobs?description=summary';

/** @typedef {import('../options.mjs').Options} Options */
/** @typedef {import('../load/server.mjs').Product} Product */
/** @typedef {import('./scenarios.mjs').Scenario} Scenario */
/** @typedef {{ say: (message: string) => void, signal: AbortSignal }} Talk */

/**
 * @typedef {object} Board
 * @property {string} dataDir
 * @property {import('../synthetic/search-words.mjs').SearchWords | undefined} words undefined for the demo data, whose
 *   words are read from the server
 * @property {import('../load/generator.mjs').Generator} generator
 */

/**
 * Starts two servers on one database, one of them without a page cache, and measures them.
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
  const all = chosen(await createScenarios(product.origin, words, ids), options.only);
  const skipped = all.filter(({ needs }) => needs && missing.has(needs)).map(({ name }) => name);
  const scenarios = all.filter(({ name }) => !skipped.includes(name));
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

  // Measure latency first, because the machine still cleans up after load.
  /** @type {Map<Scenario, import('./latency.mjs').Latency>} */
  const latencies = new Map();
  for (const scenario of scenarios) {
    say(`Measuring ${scenario.name}, uncached…`);
    const latency = await attempt(`${scenario.name}, uncached`, () =>
      measureLatency(uncached.origin, scenario.paths, signal),
    );
    if (latency) latencies.set(scenario, latency);
  }
  const baselineLatency = await attempt('the baseline, uncached', () =>
    measureBaseline(uncached.origin, signal),
  );
  const measureUncached = measureWith(board.generator, UNCACHED_CONNECTIONS, signal);
  const throughput = await attempt(UNCACHED_PATH, () =>
    measureUncached(uncached.origin, UNCACHED_PATH, Math.max(3, seconds)),
  );

  const measure = measureWith(board.generator, connections, signal);
  const cached = await measureCached(product.origin, scenarios, measure, { seconds, attempt, say });
  const afterScenarios = await residentMemory(product.pid);

  /** @type {Map<Scenario, import('../load/generator.mjs').Measurement>} */
  const duringWrites = new Map();
  const writing = await startWriting(product, uncached, ids.companies[0] ?? '');
  let writes;
  try {
    for (const scenario of cached.keys()) {
      say(`Measuring ${scenario.name}, during writes…`);
      const measurement = await attempt(`${scenario.name}, during writes`, () =>
        measure(product.origin, scenario.paths[0] ?? '', Math.max(2, seconds)),
      );
      if (measurement) duringWrites.set(scenario, measurement);
    }
  } finally {
    writes = await attempt('writes', writing.stop);
  }
  say(`Requesting ${distinctUrls} URLs…`);
  const urls = await measureMemoryOfUrls(product, distinctUrls, signal);
  return {
    rounds: ROUNDS,
    scenarios: scenarios.flatMap((scenario) => {
      const [alone, again, beside] = [
        cached.get(scenario),
        latencies.get(scenario),
        duringWrites.get(scenario),
      ];
      if (!alone || !again || !beside) return [];
      const { name, paths, limit } = scenario;
      const path = paths[0] ?? '';
      return [{ name, path, limit, cached: alone, uncached: again, duringWrites: beside }];
    }),
    skipped,
    failed,
    baselineLatency,
    throughput: throughput && {
      path: UNCACHED_PATH,
      connections: UNCACHED_CONNECTIONS,
      ...throughput,
    },
    writes,
    memory: { started, afterScenarios, urls },
    database: await databaseMetrics(url),
  };
}

/**
 * Measures sequential requests to the baseline: the share of each uncached time that is the machine's own.
 * @param {string} origin of the server with the response to replay
 * @param {AbortSignal} signal
 */
async function measureBaseline(origin, signal) {
  const baseline = await startBaseline([await recordResponse(origin, UNCACHED_PATH)]);
  try {
    return await measureLatency(baseline.origin, [UNCACHED_PATH], signal);
  } finally {
    await baseline.stop();
  }
}

/**
 * @param {Scenario[]} scenarios
 * @param {string[]} names
 */
function chosen(scenarios, names) {
  const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    throw new BenchError(
      `Unknown scenario '${unknown[0]}'. There are: ${scenarios.map(({ name }) => `'${name}'`).join(', ')}.`,
    );
  }
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}

/**
 * @param {string} origin
 * @returns {Promise<import('../synthetic/search-words.mjs').SampleJob[]>}
 */
async function readDemoJobs(origin) {
  const response = await fetch(`${origin}/api/jobs?limit=100`);
  if (!response.ok) throw new BenchError(`/api/jobs returned status ${response.status}.`);
  return (await response.json()).results;
}
