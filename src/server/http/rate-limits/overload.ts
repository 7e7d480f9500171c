import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { later, type ProblemError } from '../api/problem.ts';
import { logSummary } from '../plugins/request-log.ts';
import { clientNetwork, prefixOf } from './client-network.ts';
import { type SlotLimits, SlotQueue } from './slot-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether every request is refused, because the memory is exhausted. */
    isOutOfMemory(): boolean;
  }
  interface FastifyContextConfig {
    /**
     * `none`: the request needs no slot, because it is a health probe, or because a refusal would sign the user out.
     * `bodiless`: the request holds no slot while its handler reads the body, which a client may send slowly.
     */
    slot?: 'none' | 'bodiless';
  }
  interface FastifyRequest {
    /** Releases the slot of the request; undefined while the request holds none. */
    releaseSlot: (() => void) | undefined;
  }
}

export type OverloadLimits = {
  reading: SlotLimits;
  writing: SlotLimits;
  /**
   * The event loop delay, averaged over a second, above which requests are refused of the networks that use the main
   * thread most (ms); 0 means no limit.
   */
  eventLoopDelay: number;
  /** The maximum share of V8's heap limit that is in use, from 0 to 1; 0 means no limit. */
  heapUsed: number;
  /**
   * After each period of this length that a request spends in the database, one more call is counted for the network's
   * rate limit (ms); 0 disables this.
   */
  databaseTimePerCall: number;
  /**
   * The maximum memory of the process (bytes); 0 means no limit. Default: the sum of V8's heap limit, the page cache
   * and `OFF_HEAP`.
   */
  rss?: number;
};

const QUEUE = { waiting: 1_024, waitingPerNetwork: 256, maxWait: 2_000 };

/**
 * The default limits. Each read takes some milliseconds of the event loop and the database, so with more slots, reads
 * would only wait for each other. Writes have more slots, because they come in bursts: the rate limit allows each
 * client a few hundred a minute. `shareDatabase` limits the database connections of one network.
 */
export const OVERLOAD_LIMITS: OverloadLimits = {
  reading: { ...QUEUE, slots: 64, slotsPerNetwork: 40 },
  writing: { ...QUEUE, slots: 128, slotsPerNetwork: 64 },
  eventLoopDelay: 250,
  heapUsed: 0.9,
  databaseTimePerCall: 250,
};

/** Memory for everything except V8's heap and the page cache (bytes). The server needs far less. */
const OFF_HEAP = 512 * 1024 * 1024;

/** The `Retry-After` header of refused requests (s). https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
const RETRY_AFTER = 1;

/**
 * Load shedding: limits how many requests are handled at once. Other requests wait briefly for a slot, and are refused
 * if the queue is full or the wait takes too long. Health probes and responses from the page cache need no slot.
 */
export async function overload(
  app: FastifyInstance,
  {
    reading,
    writing,
    eventLoopDelay,
    heapUsed,
    rss,
    pageCacheBytes,
  }: OverloadLimits & { pageCacheBytes: number },
  onRefusal: () => void = () => {},
): Promise<void> {
  const summarize = logSummary(app, 'Requests shed: server overloaded');
  function shed(request: FastifyRequest): never {
    summarize(request);
    onRefusal();
    throw overloaded();
  }

  // Refuses requests while the event loop or the memory is overloaded. Only the networks that use the main thread most
  // are refused because of the event loop, which is also late while the process starts or the machine is busy.
  // https://github.com/fastify/under-pressure
  const { heap_size_limit: heapLimit } = getHeapStatistics();
  const maxHeapUsedBytes = Math.floor(heapLimit * heapUsed);
  const maxRssBytes = rss ?? heapLimit + pageCacheBytes + OFF_HEAP;
  app.decorate('isOutOfMemory', () => {
    const { heapUsed: heapBytes, rssBytes } = app.memoryUsage();
    const exceeds = (bytes: number, max: number) => max > 0 && bytes > max;
    return exceeds(heapBytes, maxHeapUsedBytes) || exceeds(rssBytes, maxRssBytes);
  });
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelay,
    maxHeapUsedBytes,
    maxRssBytes,
    pressureHandler: async (request) => {
      if (needsNoSlot(request)) return;
      if (app.isOutOfMemory() || app.turns.isHeavy(prefixOf(clientNetwork(request)))) shed(request);
    },
  });

  const queues = { reading: new SlotQueue(reading), writing: new SlotQueue(writing) };
  async function takeSlot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (needsNoSlot(request)) return;
    const queue = isReading(request) ? queues.reading : queues.writing;
    const gone = new AbortController();
    const leave = () => gone.abort();
    reply.raw.once('close', leave);
    const release = await queue.take(clientNetwork(request), gone.signal);
    reply.raw.off('close', leave);
    // If the client has disconnected while its request waited, the request is not counted as refused.
    if (gone.signal.aborted && !release) throw overloaded();
    if (!release) shed(request);
    request.releaseSlot = () => {
      request.releaseSlot = undefined;
      release();
    };
    // The OpenID library responds without Fastify's `onSend`, so `close` releases the slot. If the client disconnects
    // before the response, the request holds its slot until the handler ends.
    reply.raw.once('close', () => {
      if (reply.sent) request.releaseSlot?.();
    });
  }

  app.decorateRequest('releaseSlot', undefined);
  app.addHook('onRequest', takeSlot);
  // A slow upload must not hold a slot.
  app.addHook('preParsing', async (request) => {
    if (!isReading(request)) request.releaseSlot?.();
  });
  app.addHook('preHandler', async (request, reply) => {
    const isReleased = !isReading(request) && request.routeOptions.config.slot !== 'bodiless';
    if (isReleased) await takeSlot(request, reply);
  });
  // A slow download must not hold a slot either.
  app.addHook('onSend', async (request) => request.releaseSlot?.());
}

function overloaded(): ProblemError {
  return later('The server is overloaded. Try again soon.', RETRY_AFTER);
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function needsNoSlot({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.slot === 'none';
}
