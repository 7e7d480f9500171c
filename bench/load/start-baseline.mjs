import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ENCODING } from './generator.mjs';
import { BenchError, childEnvironment, stopChild } from './processes.mjs';

/** @typedef {import('./baseline.mjs').RecordedResponse} RecordedResponse */

/** Headers that `node:http` sets for each connection. */
const CONNECTION_HEADERS = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

/**
 * Fetches a response as a browser receives it.
 * @param {string} origin
 * @param {string} path
 * @returns {Promise<RecordedResponse>}
 * @throws {BenchError} if the status is not 200
 */
export async function recordResponse(origin, path) {
  const { response, body } = await fetchRaw(new URL(path, origin)).catch((error) => {
    throw new BenchError(`${path}: no response: ${error.message}.`);
  });
  const status = response.statusCode ?? 0;
  if (status !== 200) throw new BenchError(`${path} returned status ${status}, not 200.`);
  const headers = ownHeaders(response.rawHeaders);
  return { path, status, headers: [...headers, 'content-length', String(body.length)], body };
}

/**
 * Fetches without decoding. `fetch` would decompress the body and change the headers.
 * @param {URL} url
 */
async function fetchRaw(url) {
  const request = get(url, { headers: ENCODING, agent: false, timeout: 30_000 });
  request.once('timeout', () => request.destroy(new Error('timeout')));
  /** @type {import('node:http').IncomingMessage} */
  const response = await new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  return { response, body: await buffer(response) };
}

/** @param {string[]} rawHeaders */
function ownHeaders(rawHeaders) {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !CONNECTION_HEADERS.includes(name.toLowerCase());
  });
}

/**
 * Starts the baseline server with these responses.
 * @param {RecordedResponse[]} responses
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>}
 */
export async function startBaseline(responses) {
  const child = fork(fileURLToPath(new URL('baseline.mjs', import.meta.url)), {
    env: childEnvironment({ NODE_ENV: 'production' }),
    execArgv: [],
    // Advanced serialization preserves typed arrays.
    serialization: 'advanced',
    // A separate process group, like the product's.
    detached: true,
  });
  child.send(responses);
  const port = await Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    once(child, 'exit').then(() => {
      throw new BenchError('The baseline server ended before it was ready (see above).');
    }),
  ]);
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopChild(child, 2_000) };
}
