import { recordResponse, withBaseline } from '../load/baseline.mjs';
import { BenchError, residentMemory, watchMemory } from '../load/processes.mjs';
import { BROWSER, createClient, createRecord, repeat } from '../load/requests.mjs';
import { databaseUrl, withProduct } from '../load/server.mjs';
import { withWrites } from '../load/writes.mjs';
import { createMeasure } from '../load/wrk.mjs';
import { median } from '../report/figures.mjs';
import { chooseSearchWords } from '../synthetic/search-words.mjs';
import { chooseIds, databaseSize } from './board-facts.mjs';
import { createScenarios, fetchJson } from './scenarios.mjs';

/**
 * The number of connections for measuring the throughput without a cache. More connections would only wait for the
 * database.
 */
const UNCACHED_CONNECTIONS = 4;
const UNCACHED_PATH = '/api/jobs?description=summary';

/** The number of rounds. It is odd, so that the median is the result of a round. */
const ROUNDS = 3;

/** The minimum duration of a warm-up, in which Node compiles the code (s). */
const WARM_UP = 2;

/**
 * The number of uncached requests of a scenario, and their time limit (s). A slow scenario is measured with fewer
 * requests.
 */
const REQUESTS = 300;
const MAX_SECONDS = 20;

/** @typedef {import('./scenarios.mjs').Scenario} Scenario */
/** @typedef {import('../load/processes.mjs').Talk} Talk */
/** @typedef {import('../load/wrk.mjs').Measurement} Measurement */
/**
 * @typedef {object} Options
 * @property {string[]} only empty for all scenarios
 * @property {number} seconds the duration of one measurement
 * @property {number} connections open at the same time
 * @property {number} distinctUrls
 */

/**
 * Starts two servers on one database, one of them without a page cache, and measures them.
 * @param {string} dataDir
 * @param {import('../synthetic/search-words.mjs').SearchWords | undefined} words undefined for the demo data
 * @param {Options} options
 * @param {Talk} talk
 */
export async function measureBoard(dataDir, words, options, talk) {
  talk.say('Starting the servers…');
  const demo = { DEMO_DATA: words ? 'false' : 'true' };
  return withProduct(dataDir, demo, talk.signal, async (product) => {
    const url = await databaseUrl(dataDir);
    const withoutCache = { DATABASE_URL: url, PAGE_CACHE_MB: '0' };
    return withProduct(dataDir, withoutCache, talk.signal, async (uncached) => {
      const ids = await chooseIds(url);
      const demoJobs = () => fetchJson(`${product.origin}/api/jobs?limit=100`);
      const known = words ?? chooseSearchWords((await demoJobs()).results);
      const scenarios = choose(await createScenarios(product.origin, known, ids), options.only);
      const results = await measureServers({ product, uncached }, scenarios, ids, options, talk);
      return { ...results, database: await databaseSize(url) };
    });
  });
}

/**
 * @param {Record<'product' | 'uncached', import('../load/server.mjs').Product>} servers
 * @param {Scenario[]} scenarios
 * @param {{ companies: string[] }} ids
 * @param {Options} options
 * @param {Talk} talk
 */
async function measureServers({ product, uncached }, scenarios, ids, options, { say, signal }) {
  const { seconds, connections, distinctUrls } = options;
  const measure = createMeasure(connections, signal);
  const warmUp = Math.max(WARM_UP, seconds);
  /** @type {string[]} */
  const failed = [];
  /**
   * Runs a step. If it fails, the other steps still run.
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} step
   */
  const attempt = async (name, step) => {
    signal.throwIfAborted();
    say(`Measuring ${name}…`);
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      say(error.message);
      failed.push(`${name}: ${error.message}`);
      return undefined;
    }
  };
  /**
   * Adds the results of a step to each scenario, and leaves out the scenarios for which the step fails.
   * @template {Scenario} S, R
   * @param {S[]} rows
   * @param {string} step
   * @param {(scenario: S) => Promise<R>} run
   */
  const extend = async (rows, step, run) => {
    /** @type {(S & R)[]} */
    const extended = [];
    for (const row of rows) {
      const results = await attempt(`${row.name}, ${step}`, () => run(row));
      if (results) extended.push({ ...row, ...results });
    }
    return extended;
  };

  const started = await residentMemory(product.pid);
  // Measure latency first, because the machine is still busy for a while after a load.
  const timed = await extend(scenarios, 'uncached', async ({ paths }) => ({
    uncached: await measureLatency(uncached.origin, paths, signal),
  }));
  const baselineLatency = await attempt('the baseline, uncached', async () =>
    withBaseline([await recordResponse(uncached.origin, UNCACHED_PATH)], (origin) =>
      measureLatency(origin, [UNCACHED_PATH], signal),
    ),
  );
  const throughput = await attempt(UNCACHED_PATH, async () => {
    const [path, connections] = [UNCACHED_PATH, UNCACHED_CONNECTIONS];
    const measureUncached = createMeasure(connections, signal);
    const measured = await measureUncached(uncached.origin + path, Math.max(3, seconds));
    return { path, connections, ...measured };
  });
  const warm = await extend(timed, 'warm-up', async ({ path }) => {
    // Send a single request first. Many at once might take longer than the warm-up, before any code is compiled.
    await recordResponse(product.origin, path);
    await measure(product.origin + path, warmUp);
    // Record the response after the warm-up, because the server recompresses hot responses.
    return { response: await recordResponse(product.origin, path) };
  });
  const responses = warm.map(({ response }) => response);
  const cached = await withBaseline(responses, async (baseline) => {
    if (responses[0]) await measure(baseline + responses[0].path, warmUp);
    return extend(warm, 'cached', async ({ path, response }) => {
      const rounds = await takeTurns([product.origin + path, baseline + path], seconds, measure);
      return { cached: { bytes: response.body.length, ...rounds } };
    });
  });
  const afterScenarios = await residentMemory(product.pid);
  const { result: rows = [], writes } =
    (await attempt('writes', () =>
      withWrites(product, uncached, ids.companies[0] ?? '', () =>
        extend(cached, 'during writes', async ({ path }) => ({
          duringWrites: await measure(product.origin + path, warmUp),
        })),
      ),
    )) ?? {};
  const urls = await attempt(`${distinctUrls} URLs`, () =>
    measureDistinctUrls(product, distinctUrls, signal),
  );
  return {
    rounds: ROUNDS,
    scenarios: rows.map(({ paths, response, ...row }) => row),
    failed,
    baselineLatency,
    throughput,
    writes,
    memory: { started, afterScenarios, urls },
  };
}

/**
 * @param {Scenario[]} scenarios
 * @param {string[]} names empty for all
 */
function choose(scenarios, names) {
  const known = scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const list = known.map((name) => `'${name}'`).join(', ');
    throw new BenchError(`Unknown scenario '${unknown}'. There are: ${list}.`);
  }
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}

/**
 * Requests the paths one after another on one connection.
 * @param {string} origin
 * @param {string[]} paths at least one
 * @param {AbortSignal} signal
 * @throws {BenchError} after an unsuccessful response
 */
export async function measureLatency(origin, paths, signal) {
  const client = createClient(origin, { headers: BROWSER, maxSockets: 1 });
  const all = createRecord();
  const records = new Map(paths.map((path) => [path, createRecord()]));
  const ask = async (/** @type {number} */ number) => {
    const path = paths[number % paths.length] ?? '';
    return { path, response: await client.sendOk(path) };
  };
  try {
    // Request each path once to warm the disk cache, and at least twenty in total so that the code is compiled.
    await repeat(ask, { count: Math.max(20, paths.length), signal });
    const record = async (/** @type {number} */ number) => {
      const { path, response } = await ask(number);
      all.add(response);
      records.get(path)?.add(response);
    };
    await repeat(record, { count: REQUESTS, seconds: MAX_SECONDS, signal });
  } finally {
    client.close();
  }
  const [slowest] = [...records]
    .map(([path, each]) => ({ path, p50: each.summary().p50 }))
    .filter(({ p50 }) => !Number.isNaN(p50))
    .sort((a, b) => b.p50 - a.p50);
  const { requests, p50, p99, max } = all.summary();
  return { requests, p50, p99, max, slowest };
}

/**
 * Measures both servers in turns, so that both are affected when the machine is slow for a moment.
 * @param {[product: string, baseline: string]} urls
 * @param {number} seconds
 * @param {import('../load/wrk.mjs').Measure} measure
 */
async function takeTurns([productUrl, baselineUrl], seconds, measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      product: await measure(productUrl, seconds),
      baseline: await measure(baselineUrl, seconds),
    });
  }
  const product = summarize(rounds.map((round) => round.product));
  const baseline = summarize(rounds.map((round) => round.baseline));
  return { product, baseline, ratio: product.rps / baseline.rps };
}

/** @param {Measurement[]} rounds */
function summarize(rounds) {
  return {
    rps: median(rounds.map(({ rps }) => rps)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    rounds,
  };
}

/**
 * Requests many distinct URLs and measures the memory (bytes), to check that the cache stays within its limit.
 * @param {import('../load/server.mjs').Product} product
 * @param {number} urls
 * @param {AbortSignal} signal
 */
async function measureDistinctUrls({ origin, pid }, urls, signal) {
  const before = await residentMemory(pid);
  const stopWatching = watchMemory(pid);
  const client = createClient(origin, { headers: BROWSER });
  const ask = (/** @type {number} */ number) =>
    client.sendOk(`${number % 2 ? '/api' : ''}/jobs?q=word${number}&limit=1`);
  await repeat(ask, { count: urls, concurrency: 16, signal }).finally(client.close);
  const samples = await stopWatching();
  return { urls, before, highest: Math.max(before, ...samples), after: samples.at(-1) ?? before };
}
