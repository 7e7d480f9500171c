import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A reverse proxy for two servers with persistent connections. It tries the other server only if a connection is
 * refused. It never repeats a request that it has begun to send, because a repeated write could take effect twice.
 */
export async function startStrictProxy(ports: readonly [number, number]) {
  const agent = new Agent({ keepAlive: true });
  const lost: string[] = [];
  let turn = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    turn += 1;
    send(incoming, body, outgoing, ports[turn % 2 ? 0 : 1], 1);
  }

  function send(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    port: number,
    left: number,
  ): void {
    const { method, url, headers } = incoming;
    const passed = request({ agent, host: 'localhost', port, method, path: url, headers });
    passed.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on('error', () => outgoing.destroy());
      reply.pipe(outgoing);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 0) {
        send(incoming, body, outgoing, ports[port === ports[0] ? 1 : 0], left - 1);
        return;
      }
      lost.push(`${method} ${url}: ${error.message}`);
      outgoing.writeHead(502).end();
    });
    passed.end(body);
  }

  // Keep idle connections open, so that a client that a busy machine delays does not send to one that closes.
  const server = createServer(
    { keepAliveTimeout: 0 },
    (incoming, outgoing) => void pass(incoming, outgoing),
  );
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    lost,
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
