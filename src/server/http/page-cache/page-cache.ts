import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type ChangeListener,
  DISCONNECTED,
  EVERYTHING,
  readChange,
} from '#server/db/change-listener.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { cacheKey, type KeySpace } from './cache-key.ts';
import {
  bytesOf,
  type CachedResponse,
  type CachedStatus,
  canRecompress,
  createCachedResponse,
  makeRepresentation,
  type Representation,
  type ResponseHeaders,
  recompress,
  representation,
} from './cached-response.ts';
import { isUnchanged } from './conditional-request.ts';
import { createResponseStore } from './page-cache-store.ts';
import {
  affects,
  newPendingResponse,
  type PendingResponse,
  registerPendingResponse,
} from './pending-response.ts';
import { countRequest, createRequestRates } from './request-rate.ts';
import { createStaleResponses } from './stale-while-revalidate.ts';

/** The maximum size of a cached body (bytes, uncompressed). */
const MAX_BODY_BYTES = 1024 * 1024;

/** How often a request waits in vain for the response to another request, before it is handled itself. */
const MAX_WAITS = 2;

/** A response is recompressed after this number of requests if it has at least this age (ms). */
const RECOMPRESSION_THRESHOLD = { requests: 50, age: 1_000 };

export type PageCache = {
  /**
   * Serves cached responses. On a miss, `handle` makes the response once for all requests that need it at the same
   * time.
   */
  serve(handle: RequestListener): RequestListener;
  /**
   * Stores the response to this request if it is cacheable, and sends it to the requests that wait for it
   * (single-flight).
   * @returns the body in the response's encoding; undefined if the cache has not encoded it
   */
  store(request: IncomingMessage, response: GeneratedResponse): Promise<Buffer | undefined>;
  /**
   * Returns the last cached response to use instead of a server error (stale-if-error); undefined if there is none, or
   * if it is too stale. https://www.rfc-editor.org/rfc/rfc5861#section-4
   */
  staleIfError(request: IncomingMessage): CachedResponse | undefined;
  /**
   * Marks the response to this request as private. Requests that wait for it are then handled individually. Unless the
   * response is an error, it also replaces the former response, which then replaces no error.
   */
  doNotStore(request: IncomingMessage, options: { isError: boolean }): void;
  /**
   * Resolves once the cache serves no response that an earlier change made stale, except responses with `allowStale`.
   */
  settle(): Promise<void>;
  /** The memory of the cached responses (bytes). */
  size(): number;
  /** The number of cached responses. */
  responses(): number;
  /** How GET requests were answered since the start of the process. */
  counts: Readonly<Counts>;
  /** Stops serving responses from the cache. */
  close(): void;
};

type Counts = Record<
  'fresh' | 'stale' | 'staleIfError' | 'shared' | 'notModified' | 'generated' | 'bypassed',
  number
>;

type GeneratedResponse = {
  status: CachedStatus;
  /** The headers by lower-case name. */
  headers: ResponseHeaders;
  body: Buffer;
  encoding: Encoding;
};

type Options = {
  changes: Pick<ChangeListener, 'subscribe' | 'freshUntil' | 'knownUntil'>;
  /** The maximum memory of cached responses (bytes). */
  bytes: number;
  /** How long cached responses may replace errors after the last contact with the database (ms). */
  staleIfError: number;
};

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  handle: RequestListener;
  waitsLeft: number;
};

/**
 * A response that is being generated once for several requests (single-flight): by the first request for a key (the
 * leader), while the others wait for it (the followers).
 */
type Flight = PendingResponse &
  Pick<CachedResponse, 'requestRate' | 'startedAt'> & {
    key: string;
    keySpace: KeySpace;
    followers: Exchange[];
  };

/**
 * Page cache: stores complete public responses until something that they depend on changes, and serves them before
 * routing. While the change listener might miss changes, every request bypasses the cache.
 */
export function createPageCache({ changes, bytes, staleIfError }: Options): PageCache {
  const store = createResponseStore(bytes);
  const stale = createStaleResponses();
  const requestRateOf = createRequestRates();
  /** The flights by their leader. */
  const flights = new Map<IncomingMessage, Flight>();
  /** By cache key, the flights that new requests may join. */
  const joinable = new Map<string, Flight>();
  const counts: Counts = {
    fresh: 0,
    stale: 0,
    staleIfError: 0,
    shared: 0,
    notModified: 0,
    generated: 0,
    bypassed: 0,
  };
  /**
   * For each request that bypasses the cache while the change listener is disconnected, the cached response that may
   * replace an error (stale-if-error).
   */
  const fallbacks = new WeakMap<IncomingMessage, CachedResponse>();
  /** When the change listener lost its connection (monotonic clock, ms); undefined while it is connected. */
  let disconnectedAt: number | undefined;
  let isRecompressing = false;
  let closed = false;

  changes.subscribe((changed) => {
    const until = changes.freshUntil();
    if (changed === EVERYTHING || changed === DISCONNECTED) stale.clear();
    if (changed === DISCONNECTED) {
      // Keep cached responses, which may replace errors. `EVERYTHING` evicts them once the listener reconnects.
      disconnectedAt ??= performance.now();
    } else {
      if (changed === EVERYTHING) disconnectedAt = undefined;
      for (const [key, response] of store.expire(changed)) stale.markStale(key, response, until);
    }
    for (const flight of flights.values()) {
      if (!affects(readChange(changed).topic, flight.topics)) continue;
      flight.staleUntil ??= until;
      // New requests must not wait for this response, because it may lack the change.
      closeToNewFollowers(flight);
    }
  });

  function closeToNewFollowers(flight: Flight): void {
    if (joinable.get(flight.key) === flight) joinable.delete(flight.key);
  }

  /** Ends the flight of a leader, unless it has already ended. Returns its followers. */
  function end(leader: IncomingMessage): Exchange[] {
    const flight = flights.get(leader);
    if (!flight) return [];
    flights.delete(leader);
    closeToNewFollowers(flight);
    stale.endRefresh(flight.key);
    return flight.followers.splice(0);
  }

  function bypass({ request, response, handle }: Exchange): void {
    counts.bypassed += 1;
    handle(request, response);
  }

  function respond(exchange: Exchange): void {
    const { request, waitsLeft } = exchange;
    const now = performance.now();
    const isListening = !closed && now <= changes.freshUntil();
    if (isListening && sendFresh(exchange, now)) return;
    const cacheable = closed ? undefined : cacheKey(request.url ?? '');
    const key = cacheable?.key ?? '';
    if (cacheable && key !== request.url) {
      // Drop unknown parameters, so that URLs that differ only in these share one response.
      request.url = key;
      if (isListening && sendFresh(exchange, now)) return;
    }
    if (!cacheable || !isListening) {
      const fallback = cacheable && store.getLatest(key);
      if (fallback && mayReplaceErrors(fallback)) fallbacks.set(request, fallback);
      bypass(exchange);
      return;
    }
    const { keySpace } = cacheable;
    const requestRate = requestRateOf(key);
    countRequest(requestRate, now);
    const staleResponse = stale.get(key, now);
    const flight = joinable.get(key);
    if (staleResponse) send(staleResponse, exchange, 'stale');
    else if (!flight)
      lead(exchange, { ...newPendingResponse(), key, keySpace, requestRate, startedAt: now });
    else if (waitsLeft > 0) flight.followers.push(exchange);
    else bypass(exchange);
  }

  /**
   * Whether a response may be served while the database is away. A transaction may both change and remove something. If a
   * response is stale, the removal is certain to be known only if a heartbeat has returned since.
   */
  function mayReplaceErrors({ changedAt }: CachedResponse): boolean {
    return changedAt === undefined || changedAt < changes.knownUntil();
  }

  function sendFresh(exchange: Exchange, now: number): boolean {
    const key = exchange.request.url ?? '';
    const cached = findFresh(key, now);
    if (!cached) return false;
    countRequest(cached.requestRate, now);
    send(cached, exchange, 'fresh');
    if (cached.isRecompressible) recompressIfHot(cached, key, now);
    return true;
  }

  function findFresh(key: string, now: number): CachedResponse | undefined {
    const cached = store.get(key);
    if (!cached || cached.expiresAt > now) return cached;
    store.delete(key);
    return undefined;
  }

  /** Recompresses a hot response in the thread pool, one response at a time. */
  function recompressIfHot(cached: CachedResponse, key: string, now: number): void {
    const { requests, age } = RECOMPRESSION_THRESHOLD;
    if (isRecompressing || cached.requestRate.total < requests) return;
    if (now - cached.finishedAt < age) return;
    isRecompressing = true;
    cached.isRecompressible = false;
    const done = () => {
      isRecompressing = false;
      store.updateSize(key, cached);
    };
    // If recompression fails, the first representation is still served.
    recompress(cached).then(done, done);
  }

  function lead({ request, response, handle }: Exchange, started: Omit<Flight, 'followers'>): void {
    counts.generated += 1;
    const flight: Flight = { ...started, followers: [] };
    flights.set(request, flight);
    joinable.set(flight.key, flight);
    stale.startRefresh(flight.key);
    // The followers get a response even if the leader's client disconnects.
    response.once('close', () => retry(end(request)));
    registerPendingResponse(request, flight);
    handle(request, response);
  }

  function retry(exchanges: Exchange[]): void {
    for (const exchange of exchanges) respond({ ...exchange, waitsLeft: exchange.waitsLeft - 1 });
  }

  function doNotStore(leader: IncomingMessage, { isError }: { isError: boolean }): void {
    const flight = flights.get(leader);
    if (flight && !isError) store.delete(flight.key);
    // The new response must not be cached, so the stale response for the same key must not be served either.
    if (flight) stale.evict(flight.key);
    for (const follower of end(leader)) bypass(follower);
  }

  function storeResponse({ key, keySpace, staleUntil }: Flight, response: CachedResponse): void {
    if (staleUntil === undefined) {
      // Responses with unbounded keys are not recompressed, because clients could invent such keys in order to waste
      // processor time.
      response.isRecompressible = keySpace === 'bounded' && canRecompress(response);
      store.set(key, keySpace, response);
      stale.evict(key);
    } else if (!store.get(key)) {
      stale.replace(key, response, staleUntil);
    }
  }

  function send(
    cached: CachedResponse,
    exchange: Exchange,
    outcome: 'fresh' | 'stale' | 'shared',
  ): void {
    const { request, response, handle } = exchange;
    const { headers } = request;
    // https://www.rfc-editor.org/rfc/rfc9110#section-13.2.1
    if (cached.status === 200 && isUnchanged(headers['if-none-match'], cached.etag)) {
      counts.notModified += 1;
      response.writeHead(304, cached.notModifiedHeaders).end();
      return;
    }
    counts[outcome] += 1;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const available = representation(cached, encoding);
    if (available) {
      write(response, cached, available);
      return;
    }
    makeRepresentation(cached, encoding).then(
      (made) => {
        store.updateSize(request.url ?? '', cached);
        write(response, cached, made);
      },
      // Making the representation has failed, so generate the response again. If this fails, too, the handler reports
      // the error.
      () => handle(request, response),
    );
  }

  return {
    serve: (handle) => (request, response) => {
      // Requests with credentials are served too, because only public responses are cached.
      if (request.method === 'GET') respond({ request, response, handle, waitsLeft: MAX_WAITS });
      else handle(request, response);
    },
    async store(request, { status, headers, body, encoding }) {
      const flight = flights.get(request);
      if (!flight || body.length > MAX_BODY_BYTES) {
        doNotStore(request, { isError: false });
        return undefined;
      }
      const cached = await createCachedResponse(
        flight,
        flight,
        { status, headers, body },
        encoding,
      );
      // Without a flight, nothing is stored: it has ended early, because a change was reported or the leader's client
      // disconnected.
      if (!flights.has(request)) return undefined;
      const followers = end(request);
      if (closed || performance.now() > changes.freshUntil()) {
        retry(followers);
      } else {
        storeResponse(flight, cached);
        // Send this response to all followers, even if a change was reported meanwhile. They sent their requests before
        // the change, so the response is current for them. If each follower generated it again, a few writes could
        // stall the server.
        for (const follower of followers) send(cached, follower, 'shared');
      }
      const encoded = representation(cached, encoding);
      return encoded && bytesOf(encoded);
    },
    staleIfError(request) {
      const fallback = fallbacks.get(request);
      const since = disconnectedAt ?? changes.freshUntil();
      if (!fallback || performance.now() - since > staleIfError) return undefined;
      counts.staleIfError += 1;
      return fallback;
    },
    doNotStore,
    settle: stale.allEvicted,
    size: store.size,
    responses: store.count,
    counts,
    close() {
      closed = true;
      store.expire(EVERYTHING);
      stale.clear();
    },
  };
}

function write(
  response: ServerResponse,
  { status }: CachedResponse,
  { headers, body }: Representation,
): void {
  response.writeHead(status, headers).end(body, 'latin1');
}
