import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import {
  type EndpointName,
  type EndpointReply,
  type Endpoints,
  endpoints,
} from '#shared/contract/endpoints.ts';
import { problem } from '#shared/contract/problem.ts';

type OutputOf<E, Part extends 'params' | 'query'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

type Handler<Name extends EndpointName> = (input: {
  params: OutputOf<Endpoints[Name], 'params'>;
  query: OutputOf<Endpoints[Name], 'query'>;
}) => Promise<EndpointReply<Name>>;

/** Binds an endpoint of the contract to its handler; both what comes and what goes is checked. */
export function registerEndpoint<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
): void {
  const endpoint: Endpoint = endpoints[name];
  const [method, url] = name.split(' ') as [HTTPMethods, string];
  app.route({
    method,
    url,
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      response: {
        200: endpoint.reply,
        ...Object.fromEntries(endpoint.errors.map((status) => [status, problem])),
      },
    },
    handler: (request) =>
      handler({
        params: request.params as OutputOf<Endpoints[Name], 'params'>,
        query: request.query as OutputOf<Endpoints[Name], 'query'>,
      }),
  });
}
