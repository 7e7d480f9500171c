import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Access, Caller } from '#server/identity/access.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import {
  type EndpointName,
  type EndpointReply,
  type Endpoints,
  endpoints,
} from '#shared/contract/endpoints.ts';
import { problem } from '#shared/contract/problem.ts';

type OutputOf<E, Part extends 'params' | 'query' | 'body'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

type Handler<Name extends EndpointName, C> = (input: {
  params: OutputOf<Endpoints[Name], 'params'>;
  query: OutputOf<Endpoints[Name], 'query'>;
  body: OutputOf<Endpoints[Name], 'body'>;
  caller: C;
}) => Promise<EndpointReply<Name>>;

/**
 * Binds an endpoint of the contract to who may use it and to its handler. Who asks is settled before
 * the body is read; both what comes and what goes is checked.
 */
export function registerEndpoint<Name extends EndpointName, C extends Caller | undefined>(
  app: FastifyInstance,
  name: Name,
  access: Access<C>,
  handler: Handler<Name, C>,
): void {
  const endpoint: Endpoint = endpoints[name];
  const [method, url] = name.split(' ') as [HTTPMethods, string];
  const success = endpoint.success ?? 200;
  const callers = new WeakMap<FastifyRequest, C>();
  app.route({
    method,
    url,
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        [success]: endpoint.reply,
        ...Object.fromEntries(endpoint.errors.map((status) => [status, problem])),
      },
    },
    onRequest: async (request, reply) => {
      const caller = await access(request);
      callers.set(request, caller);
      // What someone gets to see who is signed in is for nobody else to keep.
      if (caller) reply.header('cache-control', 'no-store');
    },
    handler: async (request, reply) => {
      const answer = await handler({
        params: request.params as OutputOf<Endpoints[Name], 'params'>,
        query: request.query as OutputOf<Endpoints[Name], 'query'>,
        body: request.body as OutputOf<Endpoints[Name], 'body'>,
        caller: callers.get(request) as C,
      });
      reply.code(success);
      if (success === 201 && 'id' in answer) {
        reply.header('location', `${url}/${encodeURIComponent(answer.id)}`);
      }
      return answer;
    },
  });
}
