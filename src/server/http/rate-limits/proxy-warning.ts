import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './client-network.ts';

/** What proxies add to the requests that they pass on. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];

/** So many requests in a row of one address, all passed on, look like a proxy. */
const ENOUGH = 20;

/**
 * Warns once where all requests come from one address that passes them on, and `TRUST_PROXY` does not name it: all its
 * clients are then limited as one. Any client may send the headers, so that a few requests say nothing.
 */
export function warnOfProxy(app: FastifyInstance, trustProxy: readonly string[]): void {
  if (trustProxy.length > 0) return;
  let address: string | undefined;
  let seen = 0;
  let isOver = false;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (isOver) return;
    const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined);
    address ??= clientAddress(request);
    // Another client reaches the board by itself.
    isOver = !isForwarded || clientAddress(request) !== address;
    seen += 1;
    if (isOver || seen < ENOUGH) return;
    isOver = true;
    app.log.warn(
      { ip: address },
      'All requests come from one address, which looks like a proxy; its clients share one allowance until TRUST_PROXY names it',
    );
  });
}
