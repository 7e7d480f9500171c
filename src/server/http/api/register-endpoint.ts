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
  limitLifetime,
  type PendingResponse,
  pendingResponseOf,
} from '../page-cache/pending-response.ts';
import { readFile } from '../plugins/multipart.ts';
import { clientNetwork } from '../rate-limits/client-network.ts';
import type { Caller } from './caller.ts';
import { type CsvFile, csvStream } from './csv.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { addInProcessEndpoint } from './in-process-api.ts';
import { badInput } from './problem.ts';

type OutputOf<E, Part extends 'params' | 'query' | 'body'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** The type of the caller; undefined for public endpoints. */
type CallerOf<Name extends EndpointName> = Endpoints[Name]['access'] extends 'public'
  ? undefined
  : Caller;

type Handler<Name extends EndpointName> = (input: {
  /** The database. Each client network has a limited share of the connections for public reads. */
  db: BoardDatabase;
  params: OutputOf<Endpoints[Name], 'params'>;
  query: OutputOf<Endpoints[Name], 'query'>;
  body: OutputOf<Endpoints[Name], 'body'>;
  /** The content of the uploaded file; undefined if the endpoint takes no file. */
  file: Endpoints[Name] extends { file: object } ? Buffer : undefined;
  caller: CallerOf<Name>;
  /** The `If-Match` header; undefined if the endpoint does not check it. */
  ifMatch: string | undefined;
  /** The `Idempotency-Key` header; undefined if the endpoint is not idempotent. */
  idempotencyKey: string | undefined;
  /** Finds the client network of the request, for limits that only this endpoint has. */
  network: () => string;
  /** Sets the response's `ETag`. */
  tag: (entityTag: string) => void;
  /** Adds data that only some responses of the endpoint depend on. Call it before reading this data. */
  dependOn: (topic: 'jobs') => void;
  /** Limits how long the page cache stores the response (ms). Call it if the response depends on the time. */
  cacheAtMost: (lifetime: number) => void;
  /**
   * Lets the page cache serve this response while it is up to a second stale and its URL is hot. Even the client that
   * has just changed the data may get the stale response.
   */
  allowStale: () => void;
}) => Promise<Endpoints[Name] extends { format: 'csv' } ? CsvFile : EndpointResponse<Name>>;

/** What the settings of this board change in the contract. */
type LocalParts<Name extends EndpointName> = {
  body?: z.ZodObject & z.ZodType<OutputOf<Endpoints[Name], 'body'>>;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Resolves once all responses show the changes that were committed before the call. Responses with `allowStale` are
     * excepted.
     */
    settleChanges(): Promise<void>;
  }
}

/**
 * Binds an endpoint of the contract to its handler. Authorizes the caller before it reads the body, and validates input
 * and output.
 */
export function registerEndpoint<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  local: LocalParts<Name> = {},
): void {
  const endpoint: Endpoint = { ...endpoints[name], ...local };
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
      ...(method !== 'GET' && {
        rateLimitName: endpoint.rateLimit ?? (endpoint.file ? 'upload' : 'write'),
      }),
      ...(endpoint.file && { slot: 'bodiless' }),
    },
    ...(endpoint.bodyBytes && { bodyLimit: endpoint.bodyBytes }),
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        ...(success !== 204 && !endpoint.format && { [success]: endpoint.response }),
        ...Object.fromEntries(endpoint.errors.map((status) => [status, problem])),
      },
    },
    ...(endpoint.format && { handlerTimeout: DOWNLOAD_TIMEOUT }),
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
        network: () => clientNetwork(request),
        tag: (entityTag) => reply.header('etag', entityTag),
        dependOn: (topic) => pending?.topics.add(topic),
        cacheAtMost: (lifetime) => limitLifetime(pending, lifetime),
        allowStale: () => {
          if (pending) pending.allowStale = true;
        },
      });
      // Wait, so that the caller's next read shows the change.
      if (endpoint.invalidates) await app.settleChanges();
      reply.code(success);
      if (response === undefined) return reply.send();
      if (isCsv(response)) {
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${response.name}"`)
          .send(csvStream(response));
      }
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
      // Limits per network do not apply: only pages call endpoints in process, and all clients may share their
      // responses.
      network: () => 'none',
      tag: () => {},
      dependOn: (topic) => pending?.topics.add(topic),
      cacheAtMost: (lifetime) => limitLifetime(pending, lifetime),
      // Does nothing: a page also contains other responses, which must not be stale.
      allowStale: () => {},
    });
  });
}

/** How long a download may take while its client keeps reading (ms). */
const DOWNLOAD_TIMEOUT = 3_600_000;

function isCsv(response: unknown): response is CsvFile {
  return typeof response === 'object' && response !== null && 'rows' in response;
}

/**
 * Refuses a parameter named `__proto__` like other invalid input. Otherwise, it would disappear without an error when
 * the parameters are converted to an object.
 */
async function refuseProto({ query }: FastifyRequest): Promise<void> {
  if (!Object.hasOwn(query as object, '__proto__')) return;
  throw badInput([{ path: 'query', message: 'must not contain __proto__' }]);
}

/**
 * Adds the topics that the response depends on. Must run before the handler reads data, so that every later change
 * makes the response stale.
 */
function addTopics(
  pending: PendingResponse | undefined,
  dependsOn: Endpoint['dependsOn'],
  params: unknown,
): void {
  const { id = '' } = (params ?? {}) as { id?: string };
  for (const topic of dependsOn ?? []) pending?.topics.add(topic === 'job' ? jobTopic(id) : topic);
}
