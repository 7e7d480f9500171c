import { BenchError } from '../load/processes.mjs';
import { recordResponse, startBaseline } from '../load/start-baseline.mjs';
import { summarize } from '../report/report.mjs';

/** The number of rounds, odd so that the median is one of them. */
export const ROUNDS = 3;

/** The warm-up before the first measurement, in which Node compiles the code (s). */
const WARM_UP = 3;

/** The warm-up before each other measurement (s). */
const SCENARIO_WARM_UP = 2;

/** @typedef {import('./scenarios.mjs').Scenario} Scenario */
/** @typedef {import('../load/generator.mjs').Measurement} Measurement */
/** @typedef {(origin: string, path: string, seconds: number) => Promise<Measurement>} Measure */

/**
 * Runs one step of a scenario. If it fails, only this scenario is left out.
 * @typedef {<T>(name: string, work: () => Promise<T>) => Promise<T | undefined>} Attempt
 */

/**
 * @typedef {object} Cached
 * @property {number} bytes of the body as sent
 * @property {import('../report/report.mjs').Side} product
 * @property {import('../report/report.mjs').Side} baseline
 * @property {number} ratio requests per second of the product divided by the baseline's
 */

/**
 * @param {import('../load/generator.mjs').Generator} generator
 * @param {number} connections
 * @param {AbortSignal} signal
 * @returns {Measure}
 */
export function measureWith(generator, connections, signal) {
  return async (origin, path, seconds) => {
    const url = `${origin}${path}`;
    try {
      return await generator.measure({ url, seconds, connections, signal });
    } catch (error) {
      throw error instanceof BenchError ? new BenchError(`${url}: ${error.message}`) : error;
    }
  };
}

/**
 * Measures the first path of each scenario on the product and the baseline, in alternating rounds.
 * @param {string} product its origin
 * @param {Scenario[]} scenarios
 * @param {Measure} measure
 * @param {{ seconds: number, attempt: Attempt, say: (message: string) => void }} options
 * @returns {Promise<Map<Scenario, Cached>>} without the scenarios that failed
 */
export async function measureCached(product, scenarios, measure, { seconds, attempt, say }) {
  say('Warming up…');
  const warm = [];
  for (const [index, scenario] of scenarios.entries()) {
    const path = scenario.paths[0] ?? '';
    const isWarm = await attempt(scenario.name, async () => {
      // One request first, because many at once may outlast the warm-up while nothing is compiled.
      await recordResponse(product, path);
      await measure(product, path, Math.max(index === 0 ? WARM_UP : SCENARIO_WARM_UP, seconds));
      return true;
    });
    if (isWarm) warm.push(scenario);
  }
  const responses = new Map();
  for (const scenario of warm) {
    // Record after the warm-up, because the server recompresses hot responses.
    const response = await attempt(scenario.name, () =>
      recordResponse(product, scenario.paths[0] ?? ''),
    );
    if (response) responses.set(scenario, response);
  }
  const baseline = await startBaseline([...responses.values()]);
  try {
    const results = new Map();
    for (const [scenario, { path, body }] of responses) {
      say(`Measuring ${scenario.name}…`);
      const rounds = await attempt(scenario.name, async () => {
        if (results.size === 0) await measure(baseline.origin, path, WARM_UP);
        return takeTurns([product, baseline.origin], path, measure, seconds);
      });
      if (rounds) results.set(scenario, describe(body.length, rounds));
    }
    return results;
  } finally {
    await baseline.stop();
  }
}

/**
 * Alternates between the servers, so that a slow moment of the machine affects both.
 * @param {[product: string, baseline: string]} origins
 * @param {string} path
 * @param {Measure} measure
 * @param {number} seconds
 */
async function takeTurns([product, baseline], path, measure, seconds) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      product: await measure(product, path, seconds),
      baseline: await measure(baseline, path, seconds),
    });
  }
  return rounds;
}

/**
 * @param {number} bytes
 * @param {Awaited<ReturnType<typeof takeTurns>>} rounds
 * @returns {Cached}
 */
function describe(bytes, rounds) {
  const product = summarize(rounds.map((round) => round.product));
  const baseline = summarize(rounds.map((round) => round.baseline));
  return { bytes, product, baseline, ratio: product.rps / baseline.rps };
}
