import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '../server/bare-refusal.ts';
import { KeyCounter } from './counter.ts';

/** Limits on the responses that clients have asked for and not taken yet. */
export const RESPONSE_LIMITS = {
  /** Pipelined responses that wait on one connection behind the current one. Browsers and proxies pipeline none. */
  pipelined: 16,
  /** Requests of one network that are not answered yet. */
  unfinished: 1_024,
  /** Bytes of one network's responses that its connections have not accepted yet. */
  unsentBytes: 16 * 1024 * 1024,
} as const;

type Options = {
  https: boolean;
  /** The client network that a request counts for. */
  networkOf: (request: IncomingMessage) => string;
};

export type ResponseLimiter = {
  /** For `createServer`: notes what a response leaves in memory. */
  ServerResponse: typeof ServerResponse;
  limit(listener: RequestListener): RequestListener;
  /** What one network holds at the moment. */
  heldBy(network: string): { unfinished: number; unsentBytes: number };
};

type Connection = {
  /** The response to the last request that was read. */
  latest: ServerResponse | undefined;
  /** Responses that wait behind the current one. */
  queued: number;
  /** Each gives back what a response of this connection holds. */
  releases: Set<() => void>;
};

const CONNECTION = Symbol('connection');

function connectionOf(socket: Socket & { [CONNECTION]?: Connection }): Connection {
  const found = socket[CONNECTION];
  if (found) return found;
  const connection: Connection = { latest: undefined, queued: 0, releases: new Set() };
  socket[CONNECTION] = connection;
  // A response that waits behind others does not hear that the connection is gone.
  socket.once('close', () => releaseAll(connection));
  return connection;
}

function releaseAll({ releases }: Connection): void {
  for (const release of releases) release();
}

/** Calls `release` once, when the response has ended or its connection is gone. */
function untilClosed(response: ServerResponse, release: () => void): void {
  const { releases } = connectionOf(response.req.socket);
  const once = () => {
    if (releases.delete(once)) release();
  };
  releases.add(once);
  response.once('close', once);
}

/** The response to the last request that was read from this connection. */
export function latestResponse(socket: Socket): ServerResponse | undefined {
  return connectionOf(socket).latest;
}

/**
 * Bounds the memory that clients claim by asking without reading. Node parses a whole chunk of pipelined requests, about
 * 2,000, in one turn of the event loop, and holds each response until its turn on the connection comes.
 */
export function createResponseLimiter({ https, networkOf }: Options): ResponseLimiter {
  const unfinished = new KeyCounter();
  const unsent = new Map<string, { bytes: number; responses: Set<ServerResponse> }>();

  /** Counts what a response leaves in memory. Where a network leaves too much, its oldest connections are dropped. */
  function noteUnsent(response: ServerResponse): void {
    const bytes = response.writableLength;
    const network = networkOf(response.req);
    const held = unsent.get(network) ?? { bytes: 0, responses: new Set() };
    unsent.set(network, held);
    held.bytes += bytes;
    held.responses.add(response);
    untilClosed(response, () => {
      held.bytes -= bytes;
      held.responses.delete(response);
      if (held.responses.size === 0) unsent.delete(network);
    });
    for (const { req } of held.responses) {
      if (held.bytes <= RESPONSE_LIMITS.unsentBytes) break;
      req.socket.destroy();
      releaseAll(connectionOf(req.socket));
    }
  }

  class LimitedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    override end(...given: unknown[]): this {
      (super.end as (...given: unknown[]) => unknown).apply(this, given);
      if (this.writableLength > 0) noteUnsent(this);
      return this;
    }
  }

  return {
    ServerResponse: LimitedResponse,
    heldBy: (network) => ({
      unfinished: unfinished.of(network),
      unsentBytes: unsent.get(network)?.bytes ?? 0,
    }),
    limit: (listener) => (request, response) => {
      const { socket } = request;
      const connection = connectionOf(socket);
      connection.latest = response;
      // A response without a socket waits behind another one.
      if (response.socket === null) {
        connection.queued += 1;
        untilClosed(response, () => {
          connection.queued -= 1;
        });
        if (connection.queued > RESPONSE_LIMITS.pipelined) {
          stopParsing(socket);
          refuse(response, TOO_MANY, { https });
          return;
        }
      }
      listener(request, response);
      if (response.writableEnded) return;
      const network = networkOf(request);
      untilClosed(response, unfinished.add(network));
      if (unfinished.of(network) <= RESPONSE_LIMITS.unfinished) return;
      stopParsing(socket);
      socket.destroy();
    },
  };
}

const TOO_MANY = { status: 429, detail: 'Too many pipelined requests. Wait for responses.' };

type Parser = { onIncoming: () => number };

/**
 * Has Node's parser fail at the next request of the chunk that it is reading. The public API cannot stop it within a
 * chunk, and parsing the rest would hold up the event loop for milliseconds.
 * https://github.com/nodejs/node/blob/v20.x/lib/_http_server.js
 */
function stopParsing(socket: Socket & { parser?: Parser | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
}
