import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type ChangeListener, DISCONNECTED, EVERYTHING } from '#server/db/change-listener.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { type AddressVariety, cacheKey } from './cache-key.ts';
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
  concerns,
  newPendingResponse,
  type PendingResponse,
  startPendingResponse,
} from './pending-response.ts';
import { countRequest, createRequestRates } from './request-rate.ts';
import { createStaleResponses } from './stale-while-revalidate.ts';

/** What is larger is made anew for everyone (bytes, before it is compressed). */
const LARGEST_BODY = 1024 * 1024;

/** How often a request waits for another's answer that then is not for it; after that it gets its own. */
const PATIENCE = 2;

/** What was asked for so many times and is so old (ms) is worth being packed as small as it gets. */
const WORTH_PACKING = { asked: 50, age: 1_000 };

export type PageCache = {
  /** Answers out of what is kept; else `handle` makes an answer, once for all who ask for it meanwhile. */
  serve(handle: RequestListener): RequestListener;
  /**
   * Keeps the answer that was made for this request, if it may be, and gives it to all who wait for it.
   * Returns its body in this encoding where that has come of it.
   */
  keep(request: IncomingMessage, answer: MadeAnswer): Promise<Buffer | undefined>;
  /**
   * The last response that was cached for this request's address, where it may be stale: for a request that could not
   * be answered because of an error. https://www.rfc-editor.org/rfc/rfc5861#section-4
   */
  staleIfError(request: IncomingMessage): CachedResponse | undefined;
  /** What was made for this request is for nobody else. */
  pass(request: IncomingMessage): void;
  /**
   * Resolves when nothing is served any more that a change had made old before the call, but for what may
   * lag behind.
   */
  settle(): Promise<void>;
  /** How much is kept, in bytes. */
  size(): number;
  /** How many answers are kept. */
  answers(): number;
  /** What became of the requests to read, since the beginning. */
  counts: Readonly<Counts>;
  /** Nothing is served out of it from here on. */
  close(): void;
};

type Counts = Record<
  'fresh' | 'stale' | 'staleIfError' | 'shared' | 'unchanged' | 'made' | 'beside',
  number
>;

type MadeAnswer = {
  status: CachedStatus;
  /** By lower-case name. */
  headers: ResponseHeaders;
  body: Buffer;
  encoding: Encoding;
};

type Options = {
  changes: Pick<ChangeListener, 'subscribe' | 'freshUntil'>;
  /** How much may be kept. */
  bytes: number;
  /** How long responses may be served after the database was last heard of, where it cannot be asked (ms). */
  staleIfError: number;
};

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  handle: RequestListener;
  patience: number;
};

/** An answer that is being made, for the one who asked first and for all who have come since. */
type Flight = PendingResponse &
  Pick<CachedResponse, 'demand' | 'begun'> & {
    address: string;
    variety: AddressVariety;
    followers: Exchange[];
  };

/**
 * Keeps finished answers until what they show changes, and serves them before routing begins. While it
 * cannot know of every change, each request is answered as if there were no cache.
 */
export function createPageCache({ changes, bytes, staleIfError }: Options): PageCache {
  const kept = createResponseStore(bytes);
  const stale = createStaleResponses();
  const demandOf = createRequestRates();
  /** By the request that each is made for. */
  const flights = new Map<IncomingMessage, Flight>();
  /** By address: those that a newcomer may wait for. */
  const joinable = new Map<string, Flight>();
  const counts: Counts = {
    fresh: 0,
    stale: 0,
    staleIfError: 0,
    shared: 0,
    unchanged: 0,
    made: 0,
    beside: 0,
  };
  /** Cached responses to fall back on, by the request that is handled without the cache meanwhile. */
  const fallbacks = new WeakMap<IncomingMessage, CachedResponse>();
  /** When the database was last heard of (monotonic clock, ms), while it is not. */
  let disconnected: number | undefined;
  let packing = false;
  let closed = false;

  changes.subscribe((changed) => {
    const until = changes.freshUntil();
    if (changed === EVERYTHING || changed === DISCONNECTED) stale.clear();
    if (changed === DISCONNECTED) {
      // What is cached stays, for requests that meet an error. Once the database is back, everything is evicted.
      disconnected ??= performance.now();
    } else {
      if (changed === EVERYTHING) disconnected = undefined;
      for (const [address, answer] of kept.drop(changed)) stale.retire(address, answer, until);
    }
    for (const flight of flights.values()) {
      if (!concerns(changed, flight.topics)) continue;
      flight.staleUntil ??= until;
      // It is not what whoever asks from now on may wait for.
      closeToNewcomers(flight);
    }
  });

  function closeToNewcomers(flight: Flight): void {
    if (joinable.get(flight.address) === flight) joinable.delete(flight.address);
  }

  /** Ends the flight, if it has not ended. Returns those who waited for it. */
  function end(leader: IncomingMessage): Exchange[] {
    const flight = flights.get(leader);
    if (!flight) return [];
    flights.delete(leader);
    closeToNewcomers(flight);
    stale.end(flight.address);
    return flight.followers.splice(0);
  }

  function answer(exchange: Exchange): void {
    const { request, response, handle, patience } = exchange;
    const now = performance.now();
    const isCurrent = !closed && now <= changes.freshUntil();
    if (isCurrent && answerFresh(exchange, now)) return;
    const cached = closed ? undefined : cacheKey(request.url ?? '');
    const address = cached?.key ?? '';
    if (cached && address !== request.url) {
      // One response serves all addresses that differ by unknown parameters alone.
      request.url = address;
      if (isCurrent && answerFresh(exchange, now)) return;
    }
    if (!cached || !isCurrent) {
      const old = cached && kept.get(address);
      if (old) fallbacks.set(request, old);
      counts.beside += 1;
      handle(request, response);
      return;
    }
    const { variety } = cached;
    const demand = demandOf(address);
    countRequest(demand, now);
    const old = stale.get(address, now);
    const underWay = joinable.get(address);
    if (old) send(old, exchange, 'stale');
    else if (!underWay)
      lead(exchange, { ...newPendingResponse(), address, variety, demand, begun: now });
    else if (patience > 0) underWay.followers.push(exchange);
    else {
      counts.beside += 1;
      handle(request, response);
    }
  }

  function answerFresh(exchange: Exchange, now: number): boolean {
    const address = exchange.request.url ?? '';
    const found = findFresh(address, now);
    if (!found) return false;
    countRequest(found.demand, now);
    send(found, exchange, 'fresh');
    if (found.packable) packIfWorth(found, address, now);
    return true;
  }

  function findFresh(address: string, now: number): CachedResponse | undefined {
    const found = kept.get(address);
    if (!found || found.until > now) return found;
    kept.delete(address);
    return undefined;
  }

  /** One at a time, beside the requests. */
  function packIfWorth(found: CachedResponse, address: string, now: number): void {
    const { asked, age } = WORTH_PACKING;
    if (packing || found.demand.total < asked || now - found.finished < age) return;
    packing = true;
    found.packable = false;
    const done = () => {
      packing = false;
      kept.grow(address, found);
    };
    // Where it fails, what there is goes on being sent.
    recompress(found).then(done, done);
  }

  function lead({ request, response, handle }: Exchange, begun: Omit<Flight, 'followers'>): void {
    counts.made += 1;
    const flight: Flight = { ...begun, followers: [] };
    flights.set(request, flight);
    joinable.set(flight.address, flight);
    stale.begin(flight.address);
    // Whatever becomes of the one who asked first, the others get their answer.
    response.once('close', () => retry(end(request)));
    startPendingResponse(request, flight);
    handle(request, response);
  }

  function retry(exchanges: Exchange[]): void {
    for (const exchange of exchanges) answer({ ...exchange, patience: exchange.patience - 1 });
  }

  function pass(leader: IncomingMessage): void {
    const flight = flights.get(leader);
    // What is no longer to be kept is no longer to be served.
    if (flight) stale.delete(flight.address);
    for (const { request, response, handle } of end(leader)) {
      counts.beside += 1;
      handle(request, response);
    }
  }

  function land({ address, variety, staleUntil }: Flight, answer: CachedResponse): void {
    if (staleUntil === undefined) {
      // Of what anybody can think up, none is worth the time.
      answer.packable = variety === 'few' && canRecompress(answer);
      kept.set(address, variety, answer);
      stale.delete(address);
    } else if (!kept.get(address)) {
      stale.replace(address, answer, staleUntil);
    }
  }

  function send(
    found: CachedResponse,
    exchange: Exchange,
    how: 'fresh' | 'stale' | 'shared',
  ): void {
    const { request, response, handle } = exchange;
    const { headers } = request;
    // https://www.rfc-editor.org/rfc/rfc9110#section-13.2.1
    if (found.status === 200 && isUnchanged(headers['if-none-match'], found.etag)) {
      counts.unchanged += 1;
      response.writeHead(304, found.unchanged).end();
      return;
    }
    counts[how] += 1;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const made = representation(found, encoding);
    if (made) {
      write(response, found, made);
      return;
    }
    makeRepresentation(found, encoding).then(
      (late) => {
        kept.grow(request.url ?? '', found);
        write(response, found, late);
      },
      // Made from the start, it may still come out right; where not, the error is told there.
      () => handle(request, response),
    );
  }

  return {
    serve: (handle) => (request, response) => {
      // What is cached is open to anyone: it is the same with credentials.
      if (request.method === 'GET') answer({ request, response, handle, patience: PATIENCE });
      else handle(request, response);
    },
    async keep(request, { status, headers, body, encoding }) {
      const flight = flights.get(request);
      if (!flight || body.length > LARGEST_BODY) {
        pass(request);
        return undefined;
      }
      const finished = await createCachedResponse(
        flight,
        flight,
        { status, headers, body },
        encoding,
      );
      // Who asked first has gone meanwhile, and with them who was told of changes.
      if (!flights.has(request)) return undefined;
      const followers = end(request);
      if (closed || performance.now() > changes.freshUntil()) {
        retry(followers);
      } else {
        land(flight, finished);
        // All of them asked before they could be told of a change: making it anew for each would let a few
        // writes bring the server to a stand.
        for (const follower of followers) send(finished, follower, 'shared');
      }
      const made = representation(finished, encoding);
      return made && bytesOf(made);
    },
    staleIfError(request) {
      const old = fallbacks.get(request);
      const since = disconnected ?? changes.freshUntil();
      if (!old || performance.now() - since > staleIfError) return undefined;
      counts.staleIfError += 1;
      return old;
    },
    pass,
    settle: stale.gone,
    size: kept.size,
    answers: kept.count,
    counts,
    close() {
      closed = true;
      kept.drop(EVERYTHING);
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
