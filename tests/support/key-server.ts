import { createPublicKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON Web Key as identity providers publish it. */
export function publishedKey(kid: string, key: KeyObject) {
  return { ...createPublicKey(key).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

/** A stand-in for an external identity provider: serves its key set. */
export type KeyServer = {
  origin: string;
  keys: unknown[];
  /** The URLs of all requests so far. */
  requestedUrls: string[];
  /** A test sets this to respond with something other than the keys. */
  handler: RequestListener | undefined;
  /** Closes the server, so that its address refuses connections. */
  stop(): Promise<void>;
  comeBack(): Promise<void>;
};

export async function startKeyServer(...keys: unknown[]): Promise<KeyServer> {
  const http = createServer((request, response) => {
    server.requestedUrls.push(request.url ?? '');
    if (server.handler) return server.handler(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: server.keys }));
  });
  const server: KeyServer = {
    origin: '',
    keys,
    requestedUrls: [],
    handler: undefined,
    async stop() {
      http.close();
      http.closeAllConnections();
      if (http.listening) await once(http, 'close');
    },
    async comeBack() {
      await listen(Number(new URL(server.origin).port));
    },
  };
  async function listen(port: number) {
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
    server.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }
  await listen(0);
  return server;
}
