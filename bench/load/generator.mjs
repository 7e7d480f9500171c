import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { BenchError, childEnvironment } from './processes.mjs';

/** The headers of every request, as browsers send them. */
export const ENCODING = { 'accept-encoding': 'br' };

/** The timeout of a request (s). */
const REQUEST_TIMEOUT = 10;

const NO_RESPONSE = 'no response in time; more --seconds may help';

/**
 * @typedef {object} Measurement
 * @property {number} rps responses per second
 * @property {number} p50 the median response time (ms)
 * @property {number} p99 the 99th percentile (ms)
 */

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} seconds
 * @property {number} connections
 * @property {AbortSignal} signal
 */

/**
 * @typedef {object} Generator
 * @property {'wrk' | 'autocannon'} name
 * @property {string} version
 * @property {(load: Load) => Promise<Measurement>} measure throws a BenchError after any unsuccessful response
 */

/**
 * wrk if it is installed, otherwise autocannon.
 * @returns {Promise<Generator>}
 */
export async function findGenerator() {
  const version = await wrkVersion();
  if (version !== undefined) return { name: 'wrk', version, measure: measureWithWrk };
  const { version: installed } = createRequire(import.meta.url)('autocannon/package.json');
  return { name: 'autocannon', version: installed, measure: measureWithAutocannon };
}

/** @returns {Promise<string | undefined>} undefined if wrk is not installed */
async function wrkVersion() {
  const child = spawn('wrk', ['--version'], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    // wrk prints its version and exits with 1.
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return /^wrk (\S+)/m.exec(output)?.[1];
  } catch {
    return undefined;
  }
}

/** @param {Load} load */
async function measureWithWrk({ url, seconds, connections, signal }) {
  signal.throwIfAborted();
  const child = spawn(
    'wrk',
    [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      `--timeout=${REQUEST_TIMEOUT}s`,
      '--latency',
      ...Object.entries(ENCODING).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ],
    {
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      timeout: (seconds + 2 * REQUEST_TIMEOUT) * 1000,
    },
  );
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  // Ctrl-C also reaches wrk, which then reports partial results as complete.
  signal.throwIfAborted();
  if (child.exitCode !== 0) {
    const reason = (complaint || output).trim() || `ended by ${child.signalCode}`;
    throw new BenchError(`wrk failed: ${reason}`);
  }
  return readWrkOutput(output);
}

/**
 * Reads what `wrk --latency` prints.
 * @param {string} output
 * @returns {Measurement}
 * @throws {BenchError} after errors, without responses, or for unexpected output
 */
export function readWrkOutput(output) {
  const problems = [
    /Socket errors: .+/.exec(output)?.[0],
    // wrk counts statuses from 400 on.
    /Non-2xx or 3xx responses: \d+/.exec(output)?.[0],
  ].filter((line) => line !== undefined);
  if (problems.length > 0) {
    throw new BenchError(`some requests failed: ${problems.join('; ')}`);
  }
  const requests = /^\s*(\d+) requests in /m.exec(output)?.[1];
  const rate = /^Requests\/sec:\s+([\d.]+)([kMG]?)\s*$/m.exec(output);
  const p50 = /^\s*50%\s+([\d.]+)(us|ms|s|m|h)\s*$/m.exec(output);
  const p99 = /^\s*99%\s+([\d.]+)(us|ms|s|m|h)\s*$/m.exec(output);
  if (requests === undefined || !rate || !p50 || !p99) {
    throw new BenchError(`wrk printed something unexpected:\n${output.trim()}`);
  }
  if (requests === '0') throw new BenchError(NO_RESPONSE);
  return {
    rps: inUnits(rate, RATE_UNITS),
    p50: inUnits(p50, MILLISECONDS),
    p99: inUnits(p99, MILLISECONDS),
  };
}

/** @type {Record<string, number>} */
const RATE_UNITS = { '': 1, k: 1e3, M: 1e6, G: 1e9 };

/** @type {Record<string, number>} */
const MILLISECONDS = { us: 1e-3, ms: 1, s: 1e3, m: 60e3, h: 3_600e3 };

/**
 * @param {RegExpExecArray} match
 * @param {Record<string, number>} units
 */
function inUnits([, number, unit = ''], units) {
  return Number(number) * (units[unit] ?? Number.NaN);
}

/** @param {Load} load */
async function measureWithAutocannon({ url, seconds, connections, signal }) {
  signal.throwIfAborted();
  /** @type {import('autocannon').Result} */
  const result = await new Promise((resolve, reject) => {
    const instance = autocannon(
      { url, connections, duration: seconds, timeout: REQUEST_TIMEOUT, headers: ENCODING },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    const stop = () => instance.stop();
    signal.addEventListener('abort', stop, { once: true });
    instance.on('done', () => signal.removeEventListener('abort', stop));
  });
  signal.throwIfAborted();
  return readAutocannonResult(result);
}

/**
 * @param {Pick<import('autocannon').Result,
 *   'errors' | 'timeouts' | 'non2xx' | 'duration' | 'requests' | 'latency'>} result
 * @returns {Measurement}
 * @throws {BenchError} after errors or without responses
 */
export function readAutocannonResult({ errors, timeouts, non2xx, duration, requests, latency }) {
  if (errors > 0 || non2xx > 0) {
    throw new BenchError(
      `some requests failed: ${errors} errors (${timeouts} of them timeouts), ${non2xx} unsuccessful responses`,
    );
  }
  if (requests.total === 0) throw new BenchError(NO_RESPONSE);
  return { rps: requests.total / duration, p50: latency.p50, p99: latency.p99 };
}
