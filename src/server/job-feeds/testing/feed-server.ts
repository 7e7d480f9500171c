import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import type { TakeTurn } from '../fetch/host-turn.ts';
import type { Network } from '../fetch/network.ts';

/** The body of a response, and its `Content-Type`. */
export type Content = { type: string; text: string };

export function jsonContent(json: unknown): Content {
  return { type: 'application/json', text: JSON.stringify(json) };
}

type FeedRequest = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
};

/** The response of the server; by default, status 200 and no body. */
export type FeedAnswer = {
  status?: number;
  headers?: Record<string, string>;
  /** A body of JSON, of text, or of bytes, which may come as a stream. */
  json?: unknown;
  text?: string;
  bytes?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Compresses the body. */
  encoding?: keyof typeof COMPRESSORS;
  /** The tag of the response. A request that already has this tag gets a 304. */
  etag?: string;
  /** Writes the response itself, for faults of HTTP. */
  write?: (response: ServerResponse) => void | Promise<void>;
};

type Responder = FeedAnswer | ((request: FeedRequest) => FeedAnswer | Promise<FeedAnswer>);

/** A server that imitates the systems from which sources are read, under their host names. */
export type FeedServer = {
  /** The requests so far. */
  requests: FeedRequest[];
  /** The IP addresses of the connections so far, as the client has checked them. */
  connections: LookupAddress[];
  /**
   * Sets the response to a URL: a constant response, or a function that responds to each request. Other URLs answer
   * 404.
   */
  answer(url: string, responder: Responder): void;
  /** Sets the response to all URLs of a host that have no response of their own. */
  answerHost(host: string, responder: Responder): void;
  /**
   * Sets the addresses to which a host name resolves: the same each time, or different ones each time. By default, any
   * name has an address.
   */
  resolveTo(host: string, resolve: string[] | (() => string[] | Promise<string[]>)): void;
  /** Makes the host fail: its name does not exist, it ends connections, or its certificate is for a different host. */
  breakHost(host: string, how: 'missing' | 'closing' | 'impostor'): void;
  mendHost(host: string): void;
  network: Network;
  /** The options with which a client reaches this server, and takes turns and retries without waiting. */
  clientOptions(): { network: Network; takeTurn: TakeTurn; limits: { retryDelay: number } };
  close(): Promise<void>;
};

/** A public address. No test really connects to it. */
const PUBLIC_ADDRESS = '93.184.215.14';

const COMPRESSORS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
};

export async function startFeedServer(): Promise<FeedServer> {
  const certificates = await createCertificates();
  const responders = new Map<string, Responder>();
  const hostResponders = new Map<string, Responder>();
  const resolvers = new Map<string, string[] | (() => string[] | Promise<string[]>)>();
  const broken = new Map<string, 'missing' | 'closing' | 'impostor'>();
  const requests: FeedRequest[] = [];
  const connections: LookupAddress[] = [];

  const server = createServer({
    SNICallback: (host, done) => {
      if (broken.get(host) === 'closing') return done(new Error('closed'));
      const name = broken.get(host) === 'impostor' ? 'impostor.example' : host;
      certificates.issue(name).then((context) => done(null, context), done);
    },
  });
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // A client that gives up ends its connection, so writing may fail.
    respond(incoming, response).catch(() => response.destroy());
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = {
      method: incoming.method ?? '',
      url: `https://${incoming.headers.host}${incoming.url}`,
      headers: incoming.headers,
      body: await readText(incoming),
    };
    requests.push(request);
    const responder = responders.get(request.url) ??
      hostResponders.get(incoming.headers.host ?? '') ?? { status: 404 };
    const answer = typeof responder === 'function' ? await responder(request) : responder;
    await send(answer, request, response);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network: Network = {
    async resolve(host) {
      if (broken.get(host) === 'missing') {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
      }
      const resolver = resolvers.get(host) ?? [PUBLIC_ADDRESS];
      const addresses = typeof resolver === 'function' ? await resolver() : resolver;
      return addresses.map((address) => ({ address, family: isIP(address) }));
    },
    detour: {
      reroute(checked) {
        connections.push(checked);
        return { address: '127.0.0.1', family: 4 };
      },
      port: (server.address() as AddressInfo).port,
      ca: certificates.authority,
    },
  };

  return {
    requests,
    connections,
    answer: (url, responder) => void responders.set(new URL(url).href, responder),
    answerHost: (host, responder) => void hostResponders.set(host, responder),
    resolveTo: (host, resolver) => void resolvers.set(host, resolver),
    breakHost: (host, how) => void broken.set(host, how),
    mendHost: (host) => void broken.delete(host),
    network,
    clientOptions: () => ({
      network,
      takeTurn: async () => ({ async end() {} }),
      limits: { retryDelay: 1 },
    }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function send(
  answer: FeedAnswer,
  request: FeedRequest,
  response: ServerResponse,
): Promise<void> {
  const { status = 200, etag, encoding, bytes, write } = answer;
  if (write) return write(response);
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const body = bytes ?? Buffer.from(textOf(answer));
  response.writeHead(status, {
    ...(answer.json !== undefined && { 'content-type': 'application/json' }),
    ...(etag !== undefined && { etag }),
    ...(encoding && { 'content-encoding': encoding }),
    ...answer.headers,
  });
  if (!(body instanceof Uint8Array)) return pipeline(Readable.from(body), response);
  response.end(encoding ? COMPRESSORS[encoding](body) : body);
}

function textOf({ json, text }: FeedAnswer): string {
  return json === undefined ? (text ?? '') : JSON.stringify(json);
}

/** Creates a certificate authority that issues a certificate for any host. */
async function createCertificates() {
  const authority = await generate([{ name: 'commonName', value: 'Authority of a test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const issued = new Map<string, Promise<SecureContext>>();
  async function create(host: string): Promise<SecureContext> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    });
    return createSecureContext({ key, cert });
  }
  return {
    authority: authority.cert,
    issue(host: string): Promise<SecureContext> {
      const context = issued.get(host) ?? create(host);
      issued.set(host, context);
      return context;
    },
  };
}
