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
     * `none` needs no slot: what tells whether the server lives, and what would sign people out by its absence.
     * `bodiless` reads a body while it works, which a client may send slowly: it holds no slot meanwhile.
     */
    slot?: 'none' | 'bodiless';
  }
  interface FastifyRequest {
    /** Gives back the slot of a request that is being handled. */
    releaseSlot: (() => void) | undefined;
  }
}

export type OverloadLimits = {
  reading: SlotLimits;
  writing: SlotLimits;
  /** How late the event loop may come to what is due (ms, the mean of a second); zero is no limit. */
  eventLoopDelay: number;
  /** How much of the memory that V8 may take is used, from 0 to 1; zero is no limit. */
  heapUsed: number;
  /** How much database time counts as one more call against a network's allowance (ms); zero is none. */
  databaseTimePerCall: number;
  /** How much memory the process may take (bytes); zero is no limit. By default, V8's heap, the page cache and `OFF_HEAP`. */
  rss?: number;
};

const QUEUE = { waiting: 1_024, waitingPerNetwork: 256, maxWait: 2_000 };

/**
 * Reads keep the event loop and the database busy for some milliseconds each: more at once only wait for each other.
 * What one network takes of the database is bounded by its share of the connections.
 * Writes come in bursts, of which each client's allowance lets through a few hundred a minute.
 */
export const OVERLOAD_LIMITS: OverloadLimits = {
  reading: { ...QUEUE, slots: 64, slotsPerNetwork: 40 },
  writing: { ...QUEUE, slots: 128, slotsPerNetwork: 64 },
  eventLoopDelay: 250,
  heapUsed: 0.9,
  databaseTimePerCall: 250,
};

/** Memory for everything but V8's heap and the page cache (bytes): far more than a board takes. */
const OFF_HEAP = 512 * 1024 * 1024;

/** Seconds. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
const RETRY_AFTER = 1;

/**
 * Bounds what is handled at once. Further requests wait for a slot for a moment; those that the line has no room for, or
 * that wait too long, are refused. Probes need no slot, and neither does what the page cache answers.
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
  const sumUp = logSummary(app, 'Requests shed: server overloaded');
  function shed(request: FastifyRequest): never {
    sumUp(request);
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
    // A client that has gone while it waited was not refused.
    if (gone.signal.aborted && !release) throw overloaded();
    if (!release) shed(request);
    request.releaseSlot = () => {
      request.releaseSlot = undefined;
      release();
    };
    // A library may answer in our place. Work for a client that is gone goes on, and holds its slot until it ends.
    reply.raw.once('close', () => {
      if (reply.sent) request.releaseSlot?.();
    });
  }

  app.decorateRequest('releaseSlot', undefined);
  app.addHook('onRequest', takeSlot);
  // A client that sends its body slowly holds no slot meanwhile.
  app.addHook('preParsing', async (request) => {
    if (!isReading(request)) request.releaseSlot?.();
  });
  app.addHook('preHandler', async (request, reply) => {
    const isReleased = !isReading(request) && request.routeOptions.config.slot !== 'bodiless';
    if (isReleased) await takeSlot(request, reply);
  });
  // A client that takes its response slowly holds none either.
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
