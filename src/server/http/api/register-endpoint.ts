import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import {
  type EndpointName,
  type EndpointResponse,
  type Endpoints,
  endpoints,
} from '#shared/contract/endpoints.ts';
import { problem } from '#shared/contract/problem.ts';
import {
  jobTopic,
  type PendingResponse,
  pendingResponseOf,
} from '../page-cache/pending-response.ts';
import { readFile } from '../plugins/multipart.ts';
import type { Caller } from './caller.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { addInProcessEndpoint } from './in-process-api.ts';
import { badInput } from './problem.ts';

type OutputOf<E, Part extends 'params' | 'query' | 'body'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** Undefined for public endpoints. */
type CallerOf<Name extends EndpointName> = Endpoints[Name]['access'] extends 'public'
  ? undefined
  : Caller;

type Handler<Name extends EndpointName> = (input: {
  /** The database. Public reads through it are limited to the share of the client's network. */
  db: BoardDatabase;
  params: OutputOf<Endpoints[Name], 'params'>;
  query: OutputOf<Endpoints[Name], 'query'>;
  body: OutputOf<Endpoints[Name], 'body'>;
  /** The content of the uploaded file, for an endpoint with one. */
  file: Endpoints[Name] extends { file: object } ? Buffer : undefined;
  caller: CallerOf<Name>;
  /** The `If-Match` header, for an endpoint that checks it. */
  ifMatch: string | undefined;
  /** The `Idempotency-Key` header, for an idempotent endpoint. */
  idempotencyKey: string | undefined;
  /** Sets the response's `ETag`. */
  tag: (entityTag: string) => void;
  /** Limits the time in the page cache (ms), for a response that depends on the clock. */
  cacheAtMost: (lifetime: number) => void;
  /** Lets a hot response be stale for up to a second while others write, even for the writer. */
  allowStale: () => void;
}) => Promise<EndpointResponse<Name>>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Resolves when every response shows all changes committed before the call, except those with `allowStale`.
     */
    settleChanges(): Promise<void>;
  }
}

/**
 * Binds an endpoint of the contract to its handler. Authorizes the caller before reading the body, and validates input
 * and output.
 */
export function registerEndpoint<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
): void {
  const endpoint: Endpoint = endpoints[name];
  const [method, url] = name.split(' ') as [HTTPMethods, string];
  const success = endpoint.success ?? 200;
  const { dependsOn, access } = endpoint;
  if (dependsOn && access !== 'public')
    throw new Error(`${name} is not public, so it cannot be cached`);
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method,
    url,
    config: {
      isPublic: dependsOn !== undefined,
      ...(method !== 'GET' && { rateLimitName: endpoint.file ? 'upload' : 'write' }),
      ...(endpoint.file && { slot: 'bodiless' }),
    },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        ...(success !== 204 && { [success]: endpoint.response }),
        ...Object.fromEntries(endpoint.errors.map((status) => [status, problem])),
      },
    },
    ...(endpoint.query && { preValidation: refuseProto }),
    onRequest: async (request, reply) => {
      const caller = await app.authorize(request, access);
      if (!caller) return;
      callers.set(request, caller);
      // No cache may store a response for an authenticated caller.
      reply.header('cache-control', 'no-store');
    },
    handler: async (request, reply) => {
      const pending = pendingResponseOf(request.raw);
      addTopics(pending, dependsOn, request.params);
      const response = await handler({
        db: request.db,
        params: request.params as OutputOf<Endpoints[Name], 'params'>,
        query: request.query as OutputOf<Endpoints[Name], 'query'>,
        body: request.body as OutputOf<Endpoints[Name], 'body'>,
        file: (endpoint.file && (await readFile(request, endpoint.file))) as never,
        caller: callers.get(request) as CallerOf<Name>,
        ifMatch: endpoint.etag === 'checked' ? request.headers['if-match'] : undefined,
        idempotencyKey:
          endpoint.idempotent && readIdempotencyKey(request.headers['idempotency-key']),
        tag: (entityTag) => reply.header('etag', entityTag),
        cacheAtMost: (lifetime) => limitLifetime(pending, lifetime),
        allowStale: () => {
          if (pending) pending.allowStale = true;
        },
      });
      // Read your writes: the caller's next read shows the change.
      if (endpoint.invalidates) await app.settleChanges();
      reply.code(success);
      if (response === undefined) return reply.send();
      if (success === 201 && 'id' in response) {
        reply.header('location', `${url}/${encodeURIComponent(response.id)}`);
      }
      return response;
    },
  });
  if (method !== 'GET' || access !== 'public') return;
  addInProcessEndpoint(app, name, endpoint, ({ params, query }, request) => {
    const pending = pendingResponseOf(request.raw);
    addTopics(pending, dependsOn, params);
    return handler({
      db: request.db,
      params: params as OutputOf<Endpoints[Name], 'params'>,
      query: query as OutputOf<Endpoints[Name], 'query'>,
      body: undefined as OutputOf<Endpoints[Name], 'body'>,
      file: undefined as never,
      caller: undefined as CallerOf<Name>,
      ifMatch: undefined,
      idempotencyKey: undefined,
      tag: () => {},
      cacheAtMost: (lifetime) => limitLifetime(pending, lifetime),
      // A page also contains other responses, which must not be stale.
      allowStale: () => {},
    });
  });
}

/** Objects drop a key named `__proto__` silently, so it is refused like other invalid input. */
async function refuseProto({ query }: FastifyRequest): Promise<void> {
  if (!Object.hasOwn(query as object, '__proto__')) return;
  throw badInput([{ path: 'query', message: 'must not contain __proto__' }]);
}

/** Must run before the handler reads data: every later change then makes the response stale. */
function addTopics(
  pending: PendingResponse | undefined,
  dependsOn: Endpoint['dependsOn'],
  params: unknown,
): void {
  const { id = '' } = (params ?? {}) as { id?: string };
  for (const topic of dependsOn ?? []) pending?.topics.add(topic === 'job' ? jobTopic(id) : topic);
}

function limitLifetime(pending: PendingResponse | undefined, lifetime: number): void {
  if (pending) pending.expiresAt = Math.min(pending.expiresAt, performance.now() + lifetime);
}
