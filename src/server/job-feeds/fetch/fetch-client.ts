import type { IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { checkUrl } from './check-url.ts';
import { decodeText } from './decode-text.ts';
import { FetchError, statusError } from './fetch-error.ts';
import type { HostTurn, Rest, TakeTurn } from './host-turn.ts';
import { INTERNET, lookupPublic, type Network } from './network.ts';
import { pause } from './pause.ts';
import { ACCEPT_ENCODING, readBody } from './read-body.ts';
import { MAX_PAUSE, MAX_RETRIES, retryDelay } from './retry-policy.ts';
import { createRobotsReader, type RobotsReader } from './robots.ts';
import { type OutgoingRequest, sendRequest } from './send-request.ts';

/**
 * The validators of a list, by which a server recognizes that the client already has the current version.
 * https://www.rfc-editor.org/rfc/rfc9110#name-validator-fields
 */
type Validators = { etag?: string | undefined; lastModified?: string | undefined };

export type FetchLimits = {
  /** The time for a whole response, without the time in which this board processes its body (ms). */
  total: number;
  /** The maximum time in which no data arrives (ms). */
  idle: number;
  /** The maximum size of a body, both compressed and decompressed (bytes). */
  bytes: number;
  /** The delay before the first retry (ms). */
  retryDelay: number;
};

const FETCH_LIMITS: FetchLimits = {
  total: 60_000,
  idle: 30_000,
  bytes: 32 * 1024 * 1024,
  retryDelay: 2000,
};

export type FetchOptions = {
  /** The hosts of the source. */
  hosts: readonly string[];
  userAgent: string;
  takeTurn: TakeTurn;
  /** Whether robots.txt is obeyed. It applies to pages for people, not to APIs. */
  obeysRobots?: boolean | undefined;
  /** The validators of the latest complete run, for the conditional request. */
  validators?: Validators | undefined;
  /** Aborts all requests and waits, which are rejected with its reason. */
  signal?: AbortSignal | undefined;
  limits?: Partial<FetchLimits> | undefined;
  network?: Network | undefined;
  /** Called with the number of bytes of each part of a body as it is read, that is, decompressed. */
  onRead?: (count: number) => void;
};

/** Reads from the hosts of one feed: one request at a time, with the system's interval between two requests. */
export type FeedClient = {
  /**
   * Sends a GET request, or a POST request if `json` is set.
   * @throws FetchError for any response but a 2xx
   */
  get(url: string, options?: RequestOptions): Promise<FeedResponse>;
};

export type RequestOptions = {
  /** The `Accept` header; by default, anything. */
  accept?: string | undefined;
  /** Sends a POST with this as its JSON body. */
  json?: unknown;
  /**
   * Whether this request reads the whole list. It then sends the validators (`ETag`, `Last-Modified`) of the latest
   * complete run, and a 304 ends the run as unchanged.
   */
  isConditional?: boolean | undefined;
};

export type FeedResponse = {
  /** The URL after redirects. */
  url: string;
  /** The `Content-Type` header; empty if there is none. */
  contentType: string;
  /** The body, decompressed. It can be read once. @throws FetchError if it is cut off or too large */
  body: AsyncIterable<Uint8Array>;
  /** Reads the body as text, in the charset that the header, the XML declaration or a byte order mark states. */
  text(): Promise<string>;
  /** Reads the body as JSON. @throws FetchError (`unreadable`) */
  json(): Promise<unknown>;
};

/** The client of one run. */
export type FetchClient = FeedClient & {
  /** The validators of the response to the conditional request; undefined if no such request was made. */
  validators(): Validators | undefined;
  /** The size of all bodies as received, that is, compressed (bytes). */
  receivedBytes(): number;
  /** Ends the connections, and a response that was not read to its end. */
  close(): Promise<void>;
};

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The maximum length of a validator that is stored (characters). */
const MAX_VALIDATOR = 500;

/** A response. Its turn at the host lasts until the body has ended. */
type Exchange = {
  url: URL;
  response: IncomingMessage;
  /** Reads the body, and ends the turn after it. */
  body: AsyncGenerator<Uint8Array, void>;
  /** Ends the turn without reading the body. */
  discard(rest?: Rest): Promise<void>;
};

/**
 * Creates a client that reads from the hosts of one source: over https, at public addresses, and within limits of size
 * and time. Sending a second request before the first has ended is a programming error.
 */
export function createFetchClient(options: FetchOptions): FetchClient {
  const { userAgent, takeTurn, signal, network = INTERNET } = options;
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  const rulesOf = options.obeysRobots ? createRobotsReader(userAgent, fetchRobots) : undefined;
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: 1,
    lookup: lookupPublic(network),
    ca: network.detour?.ca,
  });
  let receivedBytes = 0;
  let validators: Validators | undefined;
  let state: 'idle' | 'waiting' | 'reading' = 'idle';
  /** The latest response, as long as nobody has begun to read its body. */
  let unread: Exchange | undefined;

  return {
    async get(url, request = {}) {
      if (state !== 'idle') throw new Error('A client sends one request at a time');
      state = 'waiting';
      try {
        await discardUnread();
        const isConditional = request.isConditional ?? false;
        const exchange = await followRedirects(checkUrl(url, hosts), toOutgoing(request), rulesOf);
        if (isConditional) validators = readValidators(exchange.response);
        unread = exchange;
        return toFeedResponse(exchange);
      } finally {
        state = 'idle';
      }
    },
    validators: () => validators,
    receivedBytes: () => receivedBytes,
    async close() {
      await discardUnread();
      agent.destroy();
    },
  };

  async function discardUnread() {
    const exchange = unread;
    unread = undefined;
    await exchange?.discard();
  }

  function toOutgoing({ accept = '*/*', json, isConditional }: RequestOptions): OutgoingRequest {
    const { etag, lastModified } = (isConditional && options.validators) || {};
    return {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': ACCEPT_ENCODING,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    };
  }

  /** @param rulesOf undefined for robots.txt itself */
  async function followRedirects(
    start: URL,
    request: OutgoingRequest,
    rulesOf: RobotsReader | undefined,
  ): Promise<Exchange> {
    let url = start;
    let current = request;
    for (let redirects = 0; ; redirects++) {
      const rules = await rulesOf?.(url);
      rules?.check(url);
      const exchange = await sendWithRetries(url, current, rules?.crawlDelay);
      if (!isRedirect(exchange.response)) return exchange;
      const { statusCode = 0, headers } = exchange.response;
      await exchange.discard();
      if (redirects >= MAX_REDIRECTS) {
        throw new FetchError('redirect', `${start.hostname} redirects too often.`);
      }
      url = checkUrl(headers.location ?? '', hosts, url);
      current = redirectedRequest(current, statusCode);
    }
  }

  /**
   * Sends a request, and repeats it after a failure that may be temporary.
   * @returns a successful response or a redirect
   */
  async function sendWithRetries(
    url: URL,
    request: OutgoingRequest,
    interval: number | undefined,
  ): Promise<Exchange> {
    for (let retries = 0; ; retries++) {
      try {
        const exchange = await send(url, request, interval);
        if (isSuccess(exchange.response) || isRedirect(exchange.response)) return exchange;
        const isConditional = ['if-none-match', 'if-modified-since'].some(
          (name) => name in request.headers,
        );
        const error = statusError(exchange.response, { host: url.hostname, isConditional });
        await exchange.discard({ until: error.retryAt });
        throw error;
      } catch (error) {
        const delay = error instanceof FetchError ? delayBeforeRetry(error, retries) : undefined;
        if (delay === undefined) throw error;
        await pause(delay, signal);
      }
    }
  }

  function delayBeforeRetry({ failure, retryAt }: FetchError, retries: number): number | undefined {
    if (retries >= MAX_RETRIES) return undefined;
    const delay = retryDelay(limits.retryDelay, retries);
    const wait = retryAt ? retryAt.getTime() - Date.now() : 0;
    if (wait > MAX_PAUSE || (failure === 'busy' && !retryAt)) return undefined;
    return ['failing', 'unreachable', 'busy'].includes(failure) ? Math.max(wait, delay) : undefined;
  }

  /** Sends one request in a turn at the host. */
  async function send(
    url: URL,
    request: OutgoingRequest,
    interval: number | undefined,
  ): Promise<Exchange> {
    const turn = await takeTurn(url.hostname, signal);
    try {
      const { response, timeLimit } = await sendRequest(url, request, {
        agent,
        port: network.detour?.port,
        timeLimits: limits,
        signal,
      });
      const onBytes = (count: number) => {
        receivedBytes += count;
      };
      const body = readBody(response, {
        host: url.hostname,
        timeLimit,
        maxBytes: limits.bytes,
        onBytes,
        onRead: options.onRead,
        signal,
      });
      return {
        url,
        response,
        body: endTurnAfter(body, turn, interval),
        async discard(rest) {
          discardBody(response);
          await turn.end({ interval, ...rest });
        },
      };
    } catch (error) {
      await turn.end({ interval });
      throw error;
    }
  }

  async function fetchRobots(url: URL): Promise<AsyncIterable<Uint8Array>> {
    return (await followRedirects(url, toOutgoing({}), undefined)).body;
  }

  async function* endTurnAfter(
    body: AsyncGenerator<Uint8Array, void>,
    turn: HostTurn,
    interval: number | undefined,
  ): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } finally {
      await turn.end({ interval });
    }
  }

  function toFeedResponse(exchange: Exchange): FeedResponse {
    const { response, url } = exchange;
    const contentType = response.headers['content-type'] ?? '';
    async function* body() {
      if (unread !== exchange) throw new Error('The body of a response can be read once');
      unread = undefined;
      state = 'reading';
      try {
        yield* exchange.body;
      } finally {
        state = 'idle';
      }
    }
    const text = () => decodeText(body(), { host: url.hostname, contentType });
    return {
      url: url.href,
      contentType,
      body: { [Symbol.asyncIterator]: body },
      text,
      json: async () => parseJson(await text(), url.hostname, contentType),
    };
  }
}

/** The status 206 (a part of the body) is not a success, because no part was requested. */
function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300 && statusCode !== 206;
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return REDIRECTS.includes(statusCode) && headers.location !== undefined;
}

/** Ends a response whose body is not read. The connection is reused only if the whole response has arrived. */
function discardBody(response: IncomingMessage): void {
  if (response.statusCode === 304 || response.headers['content-length'] === '0') response.resume();
  else response.destroy();
}

/** The request to send after a redirect. https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirectedRequest(request: OutgoingRequest, status: number): OutgoingRequest {
  if (request.method === 'GET' || status === 307 || status === 308) return request;
  const { 'content-type': _, ...headers } = request.headers;
  return { method: 'GET', headers };
}

function readValidators({ headers }: IncomingMessage): Validators {
  const stored = (value: string | undefined) =>
    value !== undefined && value.length <= MAX_VALIDATOR ? value : undefined;
  return { etag: stored(headers.etag), lastModified: stored(headers['last-modified']) };
}

function parseJson(text: string, host: string, contentType: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const isHtml = /html/i.test(contentType) || /^\s*</.test(text);
    const found = isHtml ? 'a page (HTML) instead of data (JSON)' : 'invalid data (JSON)';
    throw new FetchError('unreadable', `${host} responded with ${found}.`);
  }
}
