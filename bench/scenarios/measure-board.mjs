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

/** Connections for the throughput without a cache. More would only wait for the database. */
const UNCACHED_CONNECTIONS = 4;
const UNCACHED_PATH = '/api/jobs?description=summary';

/** The number of rounds, odd so that the median is one of them. */
const ROUNDS = 3;

/** The minimum duration of a warm-up, in which Node compiles the code (s). */
const WARM_UP = 2;

/** The uncached requests of a scenario, and their time limit (s). A slow scenario gets fewer requests. */
const REQUESTS = 300;
const MAX_SECONDS = 20;

/** @typedef {import('./scenarios.mjs').Scenario} Scenario */
/** @typedef {import('../load/processes.mjs').Talk} Talk */
/** @typedef {import('../load/wrk.mjs').Measurement} Measurement */
/** @typedef {{ only: string[], seconds: number, connections: number, distinctUrls: number }} Options */
/** @typedef {Awaited<ReturnType<typeof measureBoard>>} BoardResults Times in milliseconds, sizes in bytes */

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
   * Runs a step. If it fails, the others go on.
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
   * Runs a step of each scenario whose earlier steps succeeded.
   * @template T
   * @param {string} step
   * @param {(scenario: Scenario) => Promise<T>} run
   * @returns {Promise<Map<Scenario, T>>}
   */
  const forEach = async (step, run) => {
    const results = new Map();
    for (const scenario of remaining) {
      const result = await attempt(`${scenario.name}, ${step}`, () => run(scenario));
      if (result) results.set(scenario, result);
    }
    remaining = [...results.keys()];
    return results;
  };
  let remaining = scenarios;

  const started = await residentMemory(product.pid);
  // Measure latency first, because the machine still cleans up after load.
  const latencies = await forEach('uncached', ({ paths }) =>
    measureLatency(uncached.origin, paths, signal),
  );
  const baselineLatency = await attempt('the baseline, uncached', async () =>
    withBaseline([await recordResponse(uncached.origin, UNCACHED_PATH)], (origin) =>
      measureLatency(origin, [UNCACHED_PATH], signal),
    ),
  );
  const measureUncached = createMeasure(UNCACHED_CONNECTIONS, signal);
  const throughput = await attempt(UNCACHED_PATH, () =>
    measureUncached(uncached.origin + UNCACHED_PATH, Math.max(3, seconds)),
  );
  await forEach('warm-up', async ({ path }) => {
    // One request first, because many at once may outlast the warm-up while nothing is compiled.
    await recordResponse(product.origin, path);
    return measure(product.origin + path, warmUp);
  });
  // Record after the warm-up, because the server recompresses hot responses.
  const responses = await forEach('response', ({ path }) => recordResponse(product.origin, path));
  const cached = await withBaseline([...responses.values()], async (baseline) => {
    const [first] = responses.values();
    if (first) await measure(baseline + first.path, warmUp);
    return forEach('cached', async (scenario) => {
      const { path } = scenario;
      const rounds = await takeTurns([product.origin + path, baseline + path], seconds, measure);
      return { bytes: responses.get(scenario)?.body.length ?? 0, ...rounds };
    });
  });
  const afterScenarios = await residentMemory(product.pid);
  /** @type {Map<Scenario, Measurement>} */
  let duringWrites = new Map();
  const writes = await attempt('writes', () =>
    withWrites(product, uncached, ids.companies[0] ?? '', async () => {
      duringWrites = await forEach('during writes', ({ path }) =>
        measure(product.origin + path, warmUp),
      );
    }),
  );
  const urls = await attempt(`${distinctUrls} URLs`, () =>
    measureDistinctUrls(product, distinctUrls, signal),
  );
  return {
    rounds: ROUNDS,
    scenarios: scenarios.flatMap((scenario) => {
      const [alone, again, beside] = [
        cached.get(scenario),
        latencies.get(scenario),
        duringWrites.get(scenario),
      ];
      if (!alone || !again || !beside) return [];
      const { name, path, limit } = scenario;
      return [{ name, path, limit, cached: alone, uncached: again, duringWrites: beside }];
    }),
    failed,
    baselineLatency,
    throughput: throughput && {
      path: UNCACHED_PATH,
      connections: UNCACHED_CONNECTIONS,
      ...throughput,
    },
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
 * Requests the paths in turn on one connection.
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
    // Request each path once to warm the disk cache, and at least twenty in all to compile the code.
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
 * Alternates between the servers, so that a slow moment of the machine affects both.
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
 * Requests many distinct URLs, and measures the memory in bytes. The cache must stay within its limit.
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
