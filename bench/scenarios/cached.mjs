import { BenchError } from '../load/processes.mjs';
import { recordAnswer, startFloor } from '../load/start-baseline.mjs';
import { summarize } from '../report/report.mjs';

/** Odd, so that the median is one of them. */
export const ROUNDS = 3;

/** Before the first of all measurements, in which Node compiles the code; in seconds. */
const WARM_UP = 3;

/** Before the others; in seconds. */
const LINE_WARM_UP = 2;

/** @typedef {import('./scenarios.mjs').Line} Line */
/** @typedef {import('../load/generator.mjs').Measurement} Measurement */
/** @typedef {(origin: string, path: string, seconds: number) => Promise<Measurement>} Measure */

/**
 * Does a part of the work for a line; where that fails, the line is out, and the others go on.
 * @typedef {<T>(name: string, work: () => Promise<T>) => Promise<T | undefined>} Attempt
 */

/**
 * @typedef {object} Cached
 * @property {number} bytes of the body, as sent
 * @property {import('../report/report.mjs').Side} product
 * @property {import('../report/report.mjs').Side} floor
 * @property {number} ratio requests per second of the product, of those of the floor
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
 * The first path of each line, again and again, at the product and at the floor in turns.
 * @param {string} product its origin
 * @param {Line[]} lines
 * @param {Measure} measure
 * @param {{ seconds: number, attempt: Attempt, say: (message: string) => void }} options
 * @returns {Promise<Map<Line, Cached>>} without the lines that failed
 */
export async function measureCached(product, lines, measure, { seconds, attempt, say }) {
  say('Warming up…');
  const warm = [];
  for (const [index, line] of lines.entries()) {
    const path = line.paths[0] ?? '';
    const isWarm = await attempt(line.name, async () => {
      // Alone at first: many at once, with nothing compiled, may take longer than the warm-up.
      await recordAnswer(product, path);
      await measure(product, path, Math.max(index === 0 ? WARM_UP : LINE_WARM_UP, seconds));
      return true;
    });
    if (isWarm) warm.push(line);
  }
  const answers = new Map();
  for (const line of warm) {
    // Only now: what is asked for often is packed better after a while than when it was made.
    const answer = await attempt(line.name, () => recordAnswer(product, line.paths[0] ?? ''));
    if (answer) answers.set(line, answer);
  }
  const floor = await startFloor([...answers.values()]);
  try {
    const results = new Map();
    for (const [line, { path, body }] of answers) {
      say(`Measuring ${line.name}…`);
      const rounds = await attempt(line.name, async () => {
        if (results.size === 0) await measure(floor.origin, path, WARM_UP);
        return takeTurns([product, floor.origin], path, measure, seconds);
      });
      if (rounds) results.set(line, describe(body.length, rounds));
    }
    return results;
  } finally {
    await floor.stop();
  }
}

/**
 * Round by round and not server by server, so that a slow moment of the machine hits both alike.
 * @param {[product: string, floor: string]} origins
 * @param {string} path
 * @param {Measure} measure
 * @param {number} seconds
 */
async function takeTurns([product, floor], path, measure, seconds) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      product: await measure(product, path, seconds),
      floor: await measure(floor, path, seconds),
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
  const floor = summarize(rounds.map((round) => round.floor));
  return { bytes, product, floor, ratio: product.rps / floor.rps };
}
