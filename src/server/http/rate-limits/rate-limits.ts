import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import { RATE_LIMITS, type RateLimitName } from '#shared/constants/limits.ts';
import { ProblemError } from '../api/problem.ts';
import { logSummary } from '../plugins/request-log.ts';
import { clientNetwork } from './client-network.ts';
import { createRateLimitStore, untilNextWindow, WINDOW } from './rate-limit-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit that the route counts against; by default one for reading. */
    rateLimitName?: RateLimitName | 'none';
  }
}

/** Requests that write report every count, because they use the database anyway. */
const REPORTS: Record<RateLimitName, 'always' | 'sometimes'> = {
  read: 'sometimes',
  search: 'sometimes',
  session: 'sometimes',
  write: 'always',
  upload: 'always',
  signIn: 'always',
};

/** Parameters whose words are looked for, which is the dearest of what anyone may ask. */
const SEARCHING = ['q', 'location', 'name'] as const;

type Options = {
  db: Database;
  scale: number;
  /** Database time that counts as one more call (ms); zero is none. */
  databaseTimePerCall: number;
  onRefusal?: () => void;
};

/**
 * How often one address may call in a minute. An IPv6 network of 64 bits counts as one. What the page cache
 * answers costs next to nothing and is not counted.
 * https://github.com/fastify/fastify-rate-limit
 */
export async function rateLimits(
  app: FastifyInstance,
  { db, scale, databaseTimePerCall, onRefusal = () => {} }: Options,
): Promise<void> {
  if (scale === 0) return;
  let complained = 0;
  const counts = createRateLimitStore(db, (error) => {
    if (Date.now() - complained < WINDOW) return;
    complained = Date.now();
    app.log.warn({ err: error }, 'calls could not be counted together with other processes');
  });

  const refused = new LRUCache<string, true>({ max: 1_000, ttl: WINDOW });
  const sumUp = logSummary(app, 'refused, for they came too often');
  /** The first of a caller has a line of its own. */
  function noteRefusal(request: FastifyRequest): void {
    const caller = callerOf(request);
    if (refused.has(caller)) sumUp(request);
    refused.set(caller, true, { noUpdateTTL: true });
  }

  /** The plugin's own store would let each process allow as much again. */
  class SharedStore {
    incr(
      caller: string,
      done: (error: Error | null, count?: { current: number; ttl: number }) => void,
      _window: number,
      most: number,
    ): void {
      const [rateLimitName] = caller.split(' ') as [RateLimitName];
      const current = counts.count(caller, most, REPORTS[rateLimitName]);
      done(null, { current, ttl: untilNextWindow() });
    }
    child() {
      return this;
    }
  }

  await app.register(rateLimit, {
    global: false,
    store: SharedStore,
    timeWindow: WINDOW,
    keyGenerator: callerOf,
    allowList: (request) => rateLimitNameOf(request) === 'none',
    max: (request) => {
      const rateLimitName = rateLimitNameOf(request);
      return rateLimitName === 'none' ? 0 : Math.ceil(RATE_LIMITS[rateLimitName] * scale);
    },
    // What is kept for everyone would carry one caller's numbers.
    addHeadersOnExceeding: NO_NUMBERS,
    addHeaders: { ...NO_NUMBERS, 'retry-after': true },
    errorResponseBuilder: (request) => {
      noteRefusal(request);
      onRefusal();
      return new ProblemError(429, 'That was too often from one address. Please wait a minute.', {
        reason: `too often: ${rateLimitNameOf(request)}`,
      });
    },
  });
  app.addHook('onRequest', app.rateLimit());
  // A call that keeps the database busy counts as several.
  app.addHook('onResponse', async (request) => {
    const rateLimitName = rateLimitNameOf(request);
    if (rateLimitName === 'none' || databaseTimePerCall === 0) return;
    const calls = Math.floor(request.databaseTime / databaseTimePerCall);
    if (calls === 0) return;
    const most = Math.ceil(RATE_LIMITS[rateLimitName] * scale);
    counts.count(callerOf(request), most, REPORTS[rateLimitName], calls);
  });
}

const NO_NUMBERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

function callerOf(request: FastifyRequest): string {
  return `${rateLimitNameOf(request)} ${clientNetwork(request)}`;
}

function rateLimitNameOf({ routeOptions, query }: FastifyRequest): RateLimitName | 'none' {
  const { rateLimitName } = routeOptions.config;
  if (rateLimitName) return rateLimitName;
  const asked = query as Record<string, unknown>;
  return SEARCHING.some((parameter) => asked[parameter]) ? 'search' : 'read';
}
