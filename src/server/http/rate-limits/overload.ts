import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { later, type ProblemError } from '../api/problem.ts';
import { logSummary } from '../plugins/request-log.ts';
import { clientNetwork } from './client-network.ts';
import { type SlotLimits, SlotQueue } from './slot-queue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `none` needs no slot: health probes, and requests whose refusal would sign users out.
     * `bodiless` holds no slot while its handler reads the body, which a client may send slowly.
     */
    slot?: 'none' | 'bodiless';
  }
  interface FastifyRequest {
    /** Releases the slot of the request; undefined while it holds none. */
    releaseSlot: (() => void) | undefined;
  }
}

export type OverloadLimits = {
  reading: SlotLimits;
  writing: SlotLimits;
  /** Maximum event loop delay (ms, the mean of a second); 0 is no limit. */
  eventLoopDelay: number;
  /** Maximum share of V8's heap limit in use, from 0 to 1; 0 is no limit. */
  heapUsed: number;
  /** Database time that counts as one more call against a network's rate limit (ms); 0 disables it. */
  databaseTimePerCall: number;
  /**
   * Maximum memory of the process (bytes); 0 is no limit. By default V8's heap limit, the page cache and `OFF_HEAP`.
   */
  rss?: number;
};

const QUEUE = { waiting: 1_024, waitingPerNetwork: 256, maxWait: 2_000 };

/**
 * Each read occupies the event loop and the database for some milliseconds: more slots would only make reads wait for
 * each other. `shareDatabase` limits the database connections of one network.
 * Writes come in bursts; the rate limit of each client lets a few hundred a minute through.
 */
export const OVERLOAD_LIMITS: OverloadLimits = {
  reading: { ...QUEUE, slots: 64, slotsPerNetwork: 40 },
  writing: { ...QUEUE, slots: 128, slotsPerNetwork: 64 },
  eventLoopDelay: 250,
  heapUsed: 0.9,
  databaseTimePerCall: 250,
};

/** Memory for everything except V8's heap and the page cache (bytes): far more than the server needs. */
const OFF_HEAP = 512 * 1024 * 1024;

/** Seconds. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
const RETRY_AFTER = 1;

/**
 * Load shedding: limits the requests handled at once. Further requests wait briefly for a slot. A request is refused if
 * the queue is full or the wait too long. Health probes and responses from the page cache need no slot.
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

  // https://github.com/fastify/under-pressure
  const { heap_size_limit: heapLimit } = getHeapStatistics();
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelay,
    maxHeapUsedBytes: Math.floor(heapLimit * heapUsed),
    maxRssBytes: rss ?? heapLimit + pageCacheBytes + OFF_HEAP,
    pressureHandler: async (request) => {
      if (!needsNoSlot(request)) shed(request);
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
    // The client disconnected while it waited; the server did not refuse it.
    if (gone.signal.aborted && !release) throw overloaded();
    if (!release) shed(request);
    request.releaseSlot = () => {
      request.releaseSlot = undefined;
      release();
    };
    // The OpenID library responds without Fastify's `onSend`. If the client disconnects, the slot stays taken until the
    // handler ends.
    reply.raw.once('close', () => {
      if (reply.sent) request.releaseSlot?.();
    });
  }

  app.decorateRequest('releaseSlot', undefined);
  app.addHook('onRequest', takeSlot);
  // A slow upload holds no slot.
  app.addHook('preParsing', async (request) => {
    if (!isReading(request)) request.releaseSlot?.();
  });
  app.addHook('preHandler', async (request, reply) => {
    const isReleased = !isReading(request) && request.routeOptions.config.slot !== 'bodiless';
    if (isReleased) await takeSlot(request, reply);
  });
  // A slow download holds no slot either.
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
