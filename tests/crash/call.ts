import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Who gives an answer, and what is sent besides. */
export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is bytes. */
  body?: unknown;
};

/** The server gives up earlier (ms). */
const TIMEOUT = 90_000;

/** Undefined where no whole answer came. `fetch` might send a request a second time by itself. */
export async function callBoard(port: number, call: Call): Promise<Answer | undefined> {
  const { method, path, headers, body } = call;
  const isJson = body !== undefined && !(body instanceof Buffer);
  const sent = request({
    host: 'localhost',
    port,
    path,
    method,
    agent: false,
    timeout: TIMEOUT,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
  });
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
  try {
    sent.end(isJson ? JSON.stringify(body) : body);
    const [reply] = await once(sent, 'response');
    return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
  } catch {
    // Refused, cut or late: what has become of the request is not known.
    return undefined;
  }
}

/** The board has too much to do for the moment, which is no fault of its own. */
export function isTooBusy(answer: Answer | undefined): boolean {
  return answer?.status === 503 && answer.headers['retry-after'] === '1';
}

/** Asks a board that nobody hurts; again where that has too much to do. */
export async function askCalmly(port: number, call: Call): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await callBoard(port, call);
    if (answer && !(isTooBusy(answer) && tries < 20)) return answer;
    if (!answer) throw new Error(`${call.method} ${call.path} was not answered`);
    await pause(1_000);
  }
}

/** Which version a reply shows, by its `ETag`. */
export function versionOf({ headers }: Answer): number {
  return Number(/^"(\d+)/.exec(headers.etag ?? '')?.[1]);
}

export function jsonOf<Shape>({ body }: Answer): Shape {
  return JSON.parse(body.toString()) as Shape;
}
