import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createDoor } from 'node:net';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';

/** Fastify's own limits, by their names in its options. */
type Limits = {
  connectionTimeout: number;
  keepAliveTimeout: number;
  requestTimeout: number;
  maxRequestsPerSocket: number;
};

/**
 * The server that Fastify would make, but for what answers before it.
 * https://fastify.dev/docs/latest/Reference/Server/#serverfactory
 */
export function serverThrough(
  serve: (handle: RequestListener) => RequestListener,
): FastifyServerFactory {
  return (handle, options) => {
    const limits = options as Limits;
    const server = createServer(serve(handle));
    server.keepAliveTimeout = limits.keepAliveTimeout;
    server.requestTimeout = limits.requestTimeout;
    server.setTimeout(limits.connectionTimeout);
    // For Fastify zero is no limit, and so it is for Node.
    server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
    return server;
  };
}

/**
 * Of a name such as `localhost`, which stands for an IPv4 and an IPv6 address, Fastify listens on the first
 * alone where the server is not its own. Whoever comes to another is let in to the same server. An address
 * that cannot be had is left out, as Fastify itself does.
 */
export async function listenOnOtherAddresses(app: FastifyInstance, host: string): Promise<void> {
  const { server } = app;
  const first = server.address();
  if (first === null || typeof first === 'string') return;
  for (const { address } of await lookup(host, { all: true })) {
    if (address === first.address) continue;
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // https://nodejs.org/api/http.html#event-connection
      server.emit('connection', socket);
    });
    door.listen({ host: address, port: first.port });
    const opened = await once(door, 'listening').then(
      () => true,
      () => false,
    );
    if (opened) server.once('close', () => door.close());
  }
}
