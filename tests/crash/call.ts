import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export type ApiResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** An HTTP request to the board. */
export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The body, sent as JSON unless it consists of bytes. */
  body?: unknown;
};

/** The timeout of a request (ms), longer than the server's own timeouts. */
const TIMEOUT = 90_000;

/**
 * Sends a call and returns its response, or undefined if no complete response arrived. Uses `http.request`, because
 * `fetch` may repeat a request by itself.
 */
export async function sendCall(port: number, call: Call): Promise<ApiResponse | undefined> {
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
  sent.on('timeout', () => sent.destroy(new Error('request timed out')));
  try {
    sent.end(isJson ? JSON.stringify(body) : body);
    const [incoming] = await once(sent, 'response');
    return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) };
  } catch {
    // The connection was refused or cut, or the request timed out, so the outcome is unknown.
    return undefined;
  }
}

/** Whether the board shed the request because of overload. Load shedding is no violation. */
export function isOverloaded(response: ApiResponse | undefined): boolean {
  return response?.status === 503 && response.headers['retry-after'] === '1';
}

/** Calls a healthy board. Repeats the request while the board sheds it. */
export async function callHealthyBoard(port: number, call: Call): Promise<ApiResponse> {
  for (let tries = 1; ; tries++) {
    const response = await sendCall(port, call);
    if (response && !(isOverloaded(response) && tries < 20)) return response;
    if (!response) throw new Error(`${call.method} ${call.path}: no response`);
    await pause(1_000);
  }
}

/** The version of the entity, as in the `ETag`. */
export function versionOf({ headers }: ApiResponse): number {
  return Number(/^"(\d+)/.exec(headers.etag ?? '')?.[1]);
}

export function jsonOf<Shape>({ body }: ApiResponse): Shape {
  return JSON.parse(body.toString()) as Shape;
}
