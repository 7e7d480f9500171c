import { fileURLToPath } from 'node:url';
import { BenchError, childEnvironment, runProgram } from './processes.mjs';
import { BROWSER } from './requests.mjs';

/** The timeout of a request (s). */
const REQUEST_TIMEOUT = 10;

/**
 * @typedef {object} Measurement
 * @property {number} rps responses per second
 * @property {number} p50 the median response time (ms)
 * @property {number} p99 the 99th percentile (ms)
 */

/** @typedef {ReturnType<typeof createMeasure>} Measure */

/** @throws {BenchError} if wrk is not installed */
export async function wrkVersion() {
  // wrk prints its version and exits with 1.
  const { stdout } = await runProgram('wrk', ['--version']).catch((error) => error);
  const version = /^wrk (\S+)/m.exec(stdout)?.[1];
  if (version !== undefined) return version;
  throw new BenchError('Install wrk: apt-get install wrk, or brew install wrk');
}

/**
 * Creates a function that measures a URL with all connections. It uses wrk, because a client in Node is slower than the
 * servers, so its own speed would be measured.
 * @param {number} connections
 * @param {AbortSignal} signal
 */
export function createMeasure(connections, signal) {
  /**
   * @param {string} url
   * @param {number} seconds
   * @throws {BenchError} after any unsuccessful response
   */
  return async (url, seconds) => {
    const parameters = [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, `--timeout=${REQUEST_TIMEOUT}s`],
      ...Object.entries(BROWSER).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...['-s', fileURLToPath(new URL('wrk.lua', import.meta.url)), url],
    ];
    const timeout = (seconds + 2 * REQUEST_TIMEOUT) * 1_000;
    try {
      const options = { env: childEnvironment(), signal, timeout };
      const { stdout } = await runProgram('wrk', parameters, options);
      // Ctrl-C also reaches wrk, which then reports partial results as if they were complete. Discard these results.
      signal.throwIfAborted();
      return readResult(stdout);
    } catch (error) {
      signal.throwIfAborted();
      throw new BenchError(`${url}: ${error instanceof Error ? error.message : error}`);
    }
  };
}

/**
 * Parses what `wrk.lua` prints.
 * @param {string} output
 * @returns {Measurement}
 * @throws {BenchError} after errors, without responses, or for unexpected output
 */
export function readResult(output) {
  const line = /^\{.*\}$/m.exec(output)?.[0];
  if (line === undefined) throw new BenchError(`wrk printed something unexpected:\n${output}`);
  const { requests, duration, p50, p99, ...problems } = JSON.parse(line);
  const found = Object.entries(problems).filter(([, count]) => count > 0);
  if (found.length > 0) {
    const counts = found.map(([problem, count]) => `${count} ${problem}`);
    throw new BenchError(`some requests failed: ${counts.join(', ')}`);
  }
  if (requests === 0) throw new BenchError('no response in time; more --seconds may help');
  return { rps: (requests * 1e6) / duration, p50: p50 / 1_000, p99: p99 / 1_000 };
}
