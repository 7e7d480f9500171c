import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export type TlsProxy = {
  port: number;
  /** The port of the server to which requests are forwarded. */
  forwardTo(port: number): void;
  close(): Promise<void>;
};

/** Starts a reverse proxy with its own certificate for a host name, like the proxy in front of a public board. */
export async function startTlsProxy(host: string): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }]);
  let target = 0;
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: target,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': '192.0.2.1',
          'x-forwarded-proto': 'https',
        },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo(port) {
      target = port;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
