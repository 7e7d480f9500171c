import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerNetwork } from './caller-network.ts';
import { later } from './problem.ts';
import { sumInLog } from './request-log.ts';
import { Tally } from './tally.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `none` is always let in: what tells whether the server lives, and what would sign people out by its absence.
     * `bodiless` reads a body while it works, which whoever sends it may do slowly: it holds no place then.
     */
    place?: 'none' | 'bodiless';
  }
  interface FastifyRequest {
    /** Gives up the place among those that are being answered. */
    leave: (() => void) | undefined;
  }
}

type Places = { reading: number; writing: number };

export type OverloadLimits = {
  /** Of requests: more at once would only wait for each other. */
  atOnce: Places;
  /** Of one network, so that it leaves places to others. */
  ofOne: Places;
  /** How late the event loop may come to what is due (ms, the mean of a second); zero is no limit. */
  eventLoopDelay: number;
  /** How much of the memory that V8 may take is used, from 0 to 1; zero is no limit. */
  heapUsed: number;
};

/**
 * A page takes some milliseconds of a core and as many of the database: the last of so many has waited for a
 * quarter of a second. What is written comes in bursts, of which each caller's allowance lets through a few
 * hundred in a minute.
 */
export const OVERLOAD_LIMITS: OverloadLimits = {
  atOnce: { reading: 32, writing: 128 },
  ofOne: { reading: 24, writing: 128 },
  eventLoopDelay: 250,
  heapUsed: 0.9,
};

/** Seconds. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
const RETRY_AFTER = 1;

/**
 * What is more than can be done is turned away at once, so that what is let in is answered in time. Probes are
 * always let in, and what the page cache answers needs no place.
 */
export async function overload(
  app: FastifyInstance,
  { atOnce, ofOne, eventLoopDelay, heapUsed }: OverloadLimits = OVERLOAD_LIMITS,
  onRefusal: () => void = () => {},
): Promise<void> {
  const sumUp = sumInLog(app, 'turned away, for there is too much to do');
  function turnAway(request: FastifyRequest): never {
    sumUp(request);
    onRefusal();
    throw later('The board has more to do than it can. Please try again soon.', RETRY_AFTER);
  }

  // https://github.com/fastify/under-pressure
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelay,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * heapUsed),
    pressureHandler: async (request) => {
      if (!isLetIn(request)) turnAway(request);
    },
  });

  const busy = { reading: 0, writing: 0 };
  /** By kind and network. */
  const each = new Tally();
  function enter(request: FastifyRequest, reply: FastifyReply): void {
    if (isLetIn(request)) return;
    const kind = isReading(request) ? 'reading' : 'writing';
    const caller = `${kind} ${callerNetwork(request)}`;
    if (busy[kind] >= atOnce[kind] || each.of(caller) >= ofOne[kind]) turnAway(request);
    busy[kind] += 1;
    const leaveOwn = each.add(caller);
    request.leave = () => {
      request.leave = undefined;
      busy[kind] -= 1;
      leaveOwn();
    };
    // A library may answer in our place. Of who has gone, the work goes on, and its place is taken until it ends.
    reply.raw.once('close', () => {
      if (reply.sent) request.leave?.();
    });
  }

  app.decorateRequest('leave', undefined);
  app.addHook('onRequest', async (request, reply) => enter(request, reply));
  // Who sends a body slowly takes no place meanwhile.
  app.addHook('preParsing', async (request) => {
    if (!isReading(request)) request.leave?.();
  });
  app.addHook('preHandler', async (request, reply) => {
    const isAway = !isReading(request) && request.routeOptions.config.place !== 'bodiless';
    if (isAway) enter(request, reply);
  });
  // Who takes the answer slowly needs none any more.
  app.addHook('onSend', async (request) => request.leave?.());
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isLetIn({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.place === 'none';
}
