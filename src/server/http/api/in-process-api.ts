import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { EndpointName, EndpointResponse } from '#shared/contract/endpoints.ts';
import type { Transport } from '#shared/render-page.ts';
import { parseQuery } from '#shared/urls/paths.ts';
import { logProblem } from './error-handler.ts';
import { badInput, notFound } from './problem.ts';

type Parts = { params: unknown; query: unknown };

/** The properties of a page's request that a read needs. */
type ReadRequest = Pick<FastifyRequest, 'db' | 'raw'>;

/** Calls an endpoint for the response to this request. */
type Read = (parts: Parts, request: ReadRequest) => Promise<unknown>;

/**
 * A read that validates its input and output like a request over HTTP.
 * @returns the value that HTTP would serialize as JSON
 */
type ValidatedRead = (parts: Parts, request: ReadRequest) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The public reads by endpoint name, for pages rendered in this process. */
    inProcessApi: Map<string, ValidatedRead>;
  }
}

export function inProcessApi(app: FastifyInstance): void {
  app.decorate('inProcessApi', new Map());
}

/** Lets pages read a public `GET` endpoint in this process. Such reads bypass the app's hooks. */
export function addInProcessEndpoint(
  app: FastifyInstance,
  name: string,
  { params, query, response }: Endpoint,
  read: Read,
): void {
  app.inProcessApi.set(name, async (parts, request) => {
    const input = { params: validate(params, parts.params), query: validate(query, parts.query) };
    return z.encode(response, await read(input, request));
  });
}

/**
 * Validates a value and returns the parsed value.
 * @throws ProblemError 400
 */
function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  const result = schema?.safeParse(value);
  if (!result?.error) return result?.data;
  throw badInput(
    result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/**
 * Passes a page's API calls directly to their handlers. With `app.inject`, each call would take a millisecond more. The
 * mock objects of `app.inject` would also deoptimize `node:http` in V8, which slows down all later responses of the
 * process by 10 %.
 */
export function inProcessTransport(app: FastifyInstance, request: FastifyRequest): Transport {
  return async ({ name, params, path }) => {
    try {
      const read = app.inProcessApi.get(name);
      if (!read) throw notFound('address');
      const query = parseQuery(path.replace(/^[^?]*/, ''));
      return { status: 200, body: await read({ params, query }, request) };
    } catch (error) {
      const { status, problem } = logProblem(error, request);
      return { status, body: problem };
    }
  };
}

/**
 * Calls a public endpoint in this process, for routes that publish its response in another format. Validates input and
 * output as over HTTP. Records for the page cache what the response depends on.
 * @throws ProblemError as the endpoint does
 */
export async function callInProcess<Name extends EndpointName>(
  request: FastifyRequest,
  name: Name,
  { params = {}, query = {} }: { params?: object; query?: object },
): Promise<EndpointResponse<Name>> {
  const read = request.server.inProcessApi.get(name);
  if (!read) throw new Error(`${name} is not a public endpoint`);
  const response = await read({ params, query }, request);
  await request.turn();
  return response as EndpointResponse<Name>;
}
