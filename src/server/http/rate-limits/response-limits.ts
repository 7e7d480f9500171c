import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '../server/bare-refusal.ts';
import { KeyCounter } from './counter.ts';

/** Limits on responses that clients have requested but not yet read. */
export const RESPONSE_LIMITS = {
  /**
   * The maximum number of responses on one connection that wait for an earlier response (pipelining). Browsers and
   * proxies do not pipeline.
   */
  pipelined: 16,
  /** The maximum number of requests of one network whose response is not complete. */
  unfinished: 1_024,
  /** The maximum size of one network's responses in the server's memory that the client has not read yet (bytes). */
  unsentBytes: 16 * 1024 * 1024,
} as const;

type Options = {
  https: boolean;
  /** Returns the client network of a request. */
  networkOf: (request: IncomingMessage) => string;
};

export type ResponseLimiter = {
  /** The class to pass to `createServer`. It counts the bytes of a response that are in memory. */
  ServerResponse: typeof ServerResponse;
  limit(listener: RequestListener): RequestListener;
  /** What one network currently counts against the limits. */
  heldBy(network: string): { unfinished: number; unsentBytes: number };
};

type Connection = {
  /** The response to the last request that Node has parsed. */
  latest: ServerResponse | undefined;
  /** The number of responses on this connection that wait for an earlier one. */
  queued: number;
  /** Functions that each release what a response of this connection counts against the limits. */
  releases: Set<() => void>;
};

const CONNECTION = Symbol('connection');

function connectionOf(socket: Socket & { [CONNECTION]?: Connection }): Connection {
  const existing = socket[CONNECTION];
  if (existing) return existing;
  const connection: Connection = { latest: undefined, queued: 0, releases: new Set() };
  socket[CONNECTION] = connection;
  // Release when the connection closes, because a response that waits for an earlier one then emits no `close` event.
  socket.once('close', () => releaseAll(connection));
  return connection;
}

function releaseAll({ releases }: Connection): void {
  for (const release of releases) release();
}

/** Calls `release` once, when the response or its connection has closed. */
function untilClosed(response: ServerResponse, release: () => void): void {
  const { releases } = connectionOf(response.req.socket);
  const once = () => {
    if (releases.delete(once)) release();
  };
  releases.add(once);
  response.once('close', once);
}

/** The response to the last request that Node has parsed on this connection. */
export function latestResponse(socket: Socket): ServerResponse | undefined {
  return connectionOf(socket).latest;
}

/**
 * Limits the memory that clients use by sending requests without reading responses. Node parses a whole chunk of about
 * 2,000 pipelined requests in one turn of the event loop, and holds each response until the connection has sent the
 * earlier ones.
 */
export function createResponseLimiter({ https, networkOf }: Options): ResponseLimiter {
  const unfinished = new KeyCounter();
  const unsent = new Map<string, { bytes: number; responses: Set<ServerResponse> }>();

  /** Counts the unsent bytes of a response. If a network has too many of them, closes its oldest connections. */
  function countUnsent(response: ServerResponse): void {
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
    override end(...parameters: unknown[]): this {
      (super.end as (...parameters: unknown[]) => unknown).apply(this, parameters);
      if (this.writableLength > 0) countUnsent(this);
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
      // A response that has no socket yet waits for an earlier one.
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
 * Makes Node's parser fail at the next request in the current chunk, because parsing the rest would block the event
 * loop for milliseconds. Node's public API cannot stop the parser within a chunk.
 * https://github.com/nodejs/node/blob/v20.x/lib/_http_server.js
 */
function stopParsing(socket: Socket & { parser?: Parser | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
}
