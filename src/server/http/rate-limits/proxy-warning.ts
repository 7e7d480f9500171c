import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './client-network.ts';

/** Headers that proxies add to forwarded requests. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];

/** The number of successive forwarded requests from one address that indicates a proxy. */
const MIN_REQUESTS = 20;

/**
 * Warns once if `TRUST_PROXY` is empty but one address forwards all requests. Rate limits would then count all clients
 * of that proxy as one. A few requests are no evidence of a proxy, because any client may send these headers.
 */
export function warnOfProxy(app: FastifyInstance, trustProxy: readonly string[]): void {
  if (trustProxy.length > 0) return;
  let address: string | undefined;
  let requests = 0;
  let isDone = false;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (isDone) return;
    const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
    address ??= clientAddress(request);
    // A direct request or a second address shows that no single proxy is in front of the server.
    isDone = !isForwarded || clientAddress(request) !== address;
    requests += 1;
    if (isDone || requests < MIN_REQUESTS) return;
    isDone = true;
    app.log.warn(
      { ip: address },
      'All requests come from one address, which looks like a proxy; its clients share one rate limit until TRUST_PROXY lists it',
    );
  });
}
