import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchError, childEnvironment, stopChild } from './processes.mjs';
import { BROWSER, createClient } from './requests.mjs';

/** @typedef {Awaited<ReturnType<typeof recordResponse>>} RecordedResponse */

/** Headers that `node:http` sets for each connection. */
const CONNECTION_HEADERS = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;

/**
 * Records a response with the encoding that browsers get.
 * @param {string} origin
 * @param {string} path
 * @throws {BenchError} if the status is not 200
 */
export async function recordResponse(origin, path) {
  const client = createClient(origin, { headers: BROWSER });
  const { headers, body } = await client.sendOk(path).finally(client.close);
  const ownHeaders = headers.filter(
    (_text, index) => !CONNECTION_HEADERS.test(headers[index - (index % 2)] ?? ''),
  );
  return { path, headers: [...ownHeaders, 'content-length', String(body.length)], body };
}

/**
 * Runs `use` while the baseline server sends these responses.
 * @template T
 * @param {RecordedResponse[]} responses
 * @param {(origin: string) => Promise<T>} use
 */
export async function withBaseline(responses, use) {
  const child = fork(fileURLToPath(new URL('baseline-server.mjs', import.meta.url)), {
    env: childEnvironment({ NODE_ENV: 'production' }),
    execArgv: [],
    // Advanced serialization preserves typed arrays.
    serialization: 'advanced',
    // Start a separate process group, as for the product.
    detached: true,
  });
  try {
    child.send(responses);
    const port = await Promise.race([
      once(child, 'message').then(([message]) => Number(message)),
      once(child, 'exit').then(() => {
        throw new BenchError('The baseline server ended before it was ready (see above).');
      }),
    ]);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await stopChild(child, 2_000);
  }
}
