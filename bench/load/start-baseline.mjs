import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ENCODING } from './generator.mjs';
import { BenchError, childEnvironment, stopChild } from './processes.mjs';

/** @typedef {import('./baseline.mjs').Answer} Answer */

/** `node:http` sets them itself, by the connection at hand. */
const OF_THE_CONNECTION = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

/**
 * Fetches an answer as a browser gets it.
 * @param {string} origin
 * @param {string} path
 * @returns {Promise<Answer>}
 * @throws {BenchError} where its status is not 200
 */
export async function recordAnswer(origin, path) {
  const { response, body } = await fetchRaw(new URL(path, origin)).catch((error) => {
    throw new BenchError(`${path} gave no answer: ${error.message}.`);
  });
  const status = response.statusCode ?? 0;
  if (status !== 200) throw new BenchError(`${path} answered with status ${status}, not 200.`);
  const headers = ownHeaders(response.rawHeaders);
  return { path, status, headers: [...headers, 'content-length', String(body.length)], body };
}

/**
 * `fetch` would unpack the body and change the headers.
 * @param {URL} url
 */
async function fetchRaw(url) {
  const request = get(url, { headers: ENCODING, agent: false, timeout: 30_000 });
  request.once('timeout', () => request.destroy(new Error('it took too long')));
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
    return !OF_THE_CONNECTION.includes(name.toLowerCase());
  });
}

/**
 * Starts the bare server that sends these answers.
 * @param {Answer[]} answers
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>}
 */
export async function startFloor(answers) {
  const child = fork(fileURLToPath(new URL('baseline.mjs', import.meta.url)), {
    env: childEnvironment({ NODE_ENV: 'production' }),
    execArgv: [],
    // Keeps the bytes of the answers bytes.
    serialization: 'advanced',
    // Its own process group, like the product's.
    detached: true,
  });
  child.send(answers);
  const port = await Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    once(child, 'exit').then(() => {
      throw new BenchError('The floor server ended before it was ready (see above).');
    }),
  ]);
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopChild(child, 2_000) };
}
