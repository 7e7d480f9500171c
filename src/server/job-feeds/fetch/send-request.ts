import type { IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';
import { errorCode } from '#server/platform/errors.ts';
import { FetchError } from './fetch-error.ts';
import { createTimeLimit, type TimeLimit, type TimeLimits } from './time-limit.ts';

/** The maximum size of all headers of a response (bytes). Some sites send long security policies in them. */
const MAX_HEADER_BYTES = 64 * 1024;

export type OutgoingRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
};

type Options = {
  agent: Agent;
  /** The port of the server, if it is not 443. */
  port: number | undefined;
  timeLimits: TimeLimits;
  signal: AbortSignal | undefined;
};

/**
 * Sends a request and waits for the headers of its response. The time limit also covers the body.
 * @throws FetchError if there is no response, or the reason of `signal`
 */
export async function sendRequest(
  url: URL,
  { method, headers, body }: OutgoingRequest,
  { agent, port, timeLimits, signal }: Options,
): Promise<{ response: IncomingMessage; timeLimit: TimeLimit }> {
  signal?.throwIfAborted();
  const host = url.hostname;
  const outgoing = request(url, {
    agent,
    method,
    // In tests, the server has a different port. The header `host` must not contain it.
    ...(port === undefined ? {} : { port, headers: { ...headers, host } }),
    ...(port === undefined ? { headers } : {}),
    maxHeaderSize: MAX_HEADER_BYTES,
    rejectUnauthorized: true,
  });
  let incoming: IncomingMessage | undefined;
  const end = (error: unknown) => (incoming ?? outgoing).destroy(error as Error);
  const timeLimit = createTimeLimit(host, timeLimits, end);
  const abort = () => end(signal?.reason);
  signal?.addEventListener('abort', abort);
  outgoing.once('close', () => signal?.removeEventListener('abort', abort));
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    // An error of the connection after the response has begun is also an error of the body. The code that reads the
    // body gets it.
    outgoing.on('error', reject);
    // If the other side does not speak HTTP, the connection ends without a response and without an error.
    outgoing.once('close', () => reject(connectionReset()));
    outgoing.once('response', (response) => {
      incoming = response;
      response.on('error', () => {});
      resolve(response);
    });
  });
  outgoing.end(body);
  try {
    return { response: await timeLimit.wait(responded), timeLimit };
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionError(error, host);
  }
}

function connectionReset(): Error {
  return Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' });
}

function connectionError(error: unknown, host: string): unknown {
  if (error instanceof FetchError) return error;
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new FetchError('too_large', `The headers of ${host} are too large.`);
  }
  if (code.startsWith('HPE_')) {
    return new FetchError('unreadable', `${host} did not respond in HTTP (${code}).`);
  }
  return new FetchError('unreachable', `${host} cannot be reached (${code}).`);
}
