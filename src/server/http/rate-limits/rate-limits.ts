import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import { PREFIX_LIMIT_FACTOR, RATE_LIMITS, type RateLimitName } from '#shared/limits.ts';
import { ProblemError } from '../api/problem.ts';
import { logSummary } from '../plugins/request-log.ts';
import { clientNetwork, prefixOf } from './client-network.ts';
import {
  createRateLimitStore,
  type SyncMode,
  untilNextWindow,
  WINDOW,
} from './rate-limit-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit that counts this request. Default: `search` for a text search, otherwise `read`. */
    rateLimitName?: RateLimitName | 'none';
  }
}

/**
 * How often the counts for each limit are synchronized. For writes, after each call: they use the database anyway, so
 * this takes little additional time.
 */
const SYNC_MODES: Record<RateLimitName, SyncMode> = {
  read: 'lazy',
  search: 'lazy',
  session: 'lazy',
  write: 'eager',
  upload: 'eager',
  report: 'eager',
  alert: 'eager',
  preview: 'eager',
  signIn: 'eager',
};

/** Parameters of text searches, which are the most expensive public requests. */
const SEARCH_PARAMETERS = ['q', 'location', 'eligible', 'name'] as const;

type Options = {
  db: Database;
  /** Multiplies every limit; 0 disables all limits. */
  scale: number;
  /** The time in the database that counts as one more call (ms); 0 means that this time does not count. */
  databaseTimePerCall: number;
  onRefusal?: () => void;
};

/**
 * Limits the calls per minute of each client network, and of each IPv6 /48 network. Responses from the page cache do not
 * count, because serving them takes almost no time. https://github.com/fastify/fastify-rate-limit
 */
export async function rateLimits(
  app: FastifyInstance,
  { db, scale, databaseTimePerCall, onRefusal = () => {} }: Options,
): Promise<void> {
  if (scale === 0) return;
  let warnedAt = 0;
  const store = createRateLimitStore(db, (error) => {
    if (Date.now() - warnedAt < WINDOW) return;
    warnedAt = Date.now();
    app.log.warn({ err: error }, 'Rate limits not synchronized; each process counts alone');
  });

  const refused = new LRUCache<string, true>({ max: 1_000, ttl: WINDOW });
  const summarize = logSummary(app, 'Requests refused: rate limit exceeded');
  /** Logs the first refusal of a client in its own line and counts the others in a summary. */
  function logRefusal(request: FastifyRequest): void {
    const key = keyOf(request);
    if (refused.has(key)) summarize(request);
    refused.set(key, true, { noUpdateTTL: true });
  }

  /** Counts calls of a network and of its prefix. Returns the count that is the higher share of its limit. */
  function countCalls(key: string, limit: number, calls = 1): number {
    const [name, network] = key.split(' ') as [RateLimitName, string];
    const current = store.count(key, limit, SYNC_MODES[name], calls);
    const prefix = prefixOf(network);
    // Refused calls of one network do not count against its neighbors.
    if (prefix === network || current > limit) return current;
    const together = store.count(
      `${name} ${prefix}`,
      limit * PREFIX_LIMIT_FACTOR,
      SYNC_MODES[name],
      calls,
    );
    return Math.max(current, Math.ceil(together / PREFIX_LIMIT_FACTOR));
  }

  /** A store for the rate limit plugin, whose own store would count in each process separately. */
  class SharedStore {
    incr(
      key: string,
      done: (error: Error | null, count?: { current: number; ttl: number }) => void,
      _window: number,
      limit: number,
    ): void {
      done(null, { current: countCalls(key, limit), ttl: untilNextWindow() });
    }
    child() {
      return this;
    }
  }

  await app.register(rateLimit, {
    global: false,
    store: SharedStore,
    timeWindow: WINDOW,
    keyGenerator: keyOf,
    allowList: (request) => rateLimitNameOf(request) === 'none',
    max: (request) => {
      const rateLimitName = rateLimitNameOf(request);
      return rateLimitName === 'none' ? 0 : Math.ceil(RATE_LIMITS[rateLimitName] * scale);
    },
    // A cached response must not contain the counts of one client.
    addHeadersOnExceeding: NO_LIMIT_HEADERS,
    addHeaders: { ...NO_LIMIT_HEADERS, 'retry-after': true },
    errorResponseBuilder: (request) => {
      logRefusal(request);
      onRefusal();
      return new ProblemError(429, 'Too many requests. Try again in a minute.', {
        reason: `rate limit: ${rateLimitNameOf(request)}`,
      });
    },
  });
  app.addHook('onRequest', app.rateLimit());
  // A call that uses much database time counts as several calls.
  app.addHook('onResponse', async (request) => {
    const rateLimitName = rateLimitNameOf(request);
    if (rateLimitName === 'none' || databaseTimePerCall === 0) return;
    const calls = Math.floor(request.databaseTime / databaseTimePerCall);
    if (calls === 0) return;
    const limit = Math.ceil(RATE_LIMITS[rateLimitName] * scale);
    countCalls(keyOf(request), limit, calls);
  });
}

const NO_LIMIT_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

function keyOf(request: FastifyRequest): string {
  return `${rateLimitNameOf(request)} ${clientNetwork(request)}`;
}

function rateLimitNameOf({ routeOptions, query }: FastifyRequest): RateLimitName | 'none' {
  const { rateLimitName } = routeOptions.config;
  if (rateLimitName) return rateLimitName;
  const values = query as Record<string, unknown>;
  return SEARCH_PARAMETERS.some((name) => values[name]) ? 'search' : 'read';
}
