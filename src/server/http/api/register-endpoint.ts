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

/** Nobody in particular, where anyone may call. */
type CallerOf<Name extends EndpointName> = Endpoints[Name]['access'] extends 'public'
  ? undefined
  : Caller;

type Handler<Name extends EndpointName> = (input: {
  /** For public reads: the share of the client's network. */
  db: BoardDatabase;
  params: OutputOf<Endpoints[Name], 'params'>;
  query: OutputOf<Endpoints[Name], 'query'>;
  body: OutputOf<Endpoints[Name], 'body'>;
  /** Of an endpoint that takes one: the file's content. */
  file: Endpoints[Name] extends { file: object } ? Buffer : undefined;
  caller: CallerOf<Name>;
  /** The `If-Match` header, for an endpoint that is guarded by it. */
  ifMatch: string | undefined;
  /** The `Idempotency-Key` header, for an endpoint that creates. */
  idempotencyKey: string | undefined;
  /** Sets the reply's `ETag`. */
  tag: (entityTag: string) => void;
  /** The answer depends on the clock: it is kept for at most so long (ms). */
  cacheFor: (life: number) => void;
  /** Where many ask for the answer, it may be up to a second old while others write, whoever asks. */
  allowStale: () => void;
}) => Promise<EndpointResponse<Name>>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Resolves when nothing is served any more that shows less than what has been committed, but for what may
     * lag behind.
     */
    settleChanges(): Promise<void>;
  }
}

/**
 * Binds an endpoint of the contract to its handler. Who asks, and whether they may, is settled before the body
 * is read; both what comes and what goes is checked.
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
  if (dependsOn && access !== 'public') throw new Error(`${name} is not for anyone to keep`);
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
      // What someone gets to see who is signed in is for nobody else to keep.
      reply.header('cache-control', 'no-store');
    },
    handler: async (request, reply) => {
      const fill = pendingResponseOf(request.raw);
      noteTopics(fill, dependsOn, request.params);
      const answer = await handler({
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
        cacheFor: (life) => noteLife(fill, life),
        allowStale: () => {
          if (fill) fill.allowStale = true;
        },
      });
      // Whoever writes finds the own change at the next read.
      if (endpoint.invalidates) await app.settleChanges();
      reply.code(success);
      if (answer === undefined) return reply.send();
      if (success === 201 && 'id' in answer) {
        reply.header('location', `${url}/${encodeURIComponent(answer.id)}`);
      }
      return answer;
    },
  });
  if (method !== 'GET' || access !== 'public') return;
  addInProcessEndpoint(app, name, endpoint, ({ params, query }, request) => {
    const fill = pendingResponseOf(request.raw);
    noteTopics(fill, dependsOn, params);
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
      cacheFor: (life) => noteLife(fill, life),
      // The page shows it among other things, which may not.
      allowStale: () => {},
    });
  });
}

/** No object takes it for a name of its own, so that it would be passed over. */
async function refuseProto({ query }: FastifyRequest): Promise<void> {
  if (!Object.hasOwn(query as object, '__proto__')) return;
  throw badInput([{ path: 'query', message: 'must not name __proto__' }]);
}

/** Before it is read: what changes after that is told of, and makes the answer old. */
function noteTopics(
  fill: PendingResponse | undefined,
  dependsOn: Endpoint['dependsOn'],
  params: unknown,
): void {
  const { id = '' } = (params ?? {}) as { id?: string };
  for (const topic of dependsOn ?? []) fill?.topics.add(topic === 'job' ? jobTopic(id) : topic);
}

function noteLife(fill: PendingResponse | undefined, life: number): void {
  if (fill) fill.expiresAt = Math.min(fill.expiresAt, performance.now() + life);
}
