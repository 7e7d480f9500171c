import { withServer } from './processes.mjs';
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
 * Runs `use` while the baseline server sends the given responses.
 * @template T
 * @param {RecordedResponse[]} responses
 * @param {(origin: string) => Promise<T>} use
 */
export async function withBaseline(responses, use) {
  const script = new URL('baseline-server.mjs', import.meta.url);
  return withServer(script, (port) => use(`http://127.0.0.1:${port}`), responses);
}
