import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { EndpointName, EndpointResponse } from '#shared/contract/endpoints.ts';
import { parseQuery } from '#shared/paths.ts';
import type { Transport } from '#shared/render-page.ts';
import { logProblem } from './error-handler.ts';
import { badInput, notFound } from './problem.ts';

type Parts = { params: unknown; query: unknown };

/** What a read needs of the request in whose name it is. */
type ReadRequest = Pick<FastifyRequest, 'db' | 'raw'>;

/** Reads for the response to this request. */
type Read = (parts: Parts, request: ReadRequest) => Promise<unknown>;

/** Validates input and output as HTTP does. Returns the value that HTTP serializes as JSON. */
type CheckedRead = (parts: Parts, request: ReadRequest) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyInstance {
    /** What anyone may read, by the endpoint's name, for the pages that are made in this process. */
    inProcessApi: Map<string, CheckedRead>;
  }
}

export function inProcessApi(app: FastifyInstance): void {
  app.decorate('inProcessApi', new Map());
}

/** Lets pages read an endpoint that answers `GET` to anyone. Hooks of the app do not run for that. */
export function addInProcessEndpoint(
  app: FastifyInstance,
  name: string,
  { params, query, response }: Endpoint,
  read: Read,
): void {
  app.inProcessApi.set(name, async (parts, request) => {
    const checked = { params: check(params, parts.params), query: check(query, parts.query) };
    return z.encode(response, await read(checked, request));
  });
}

/** @throws ProblemError 400 */
function check(schema: z.ZodType | undefined, value: unknown): unknown {
  const checked = schema?.safeParse(value);
  if (!checked?.error) return checked?.data;
  throw badInput(
    checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/**
 * Carries a page's calls of the API to their handlers. Through HTTP in process (`app.inject`) each would
 * take a millisecond more, and what it hands to `node:http` would make V8 treat all later answers of this
 * process as the rarer case: a tenth slower.
 */
export function inProcessTransport(app: FastifyInstance, request: FastifyRequest): Transport {
  return async ({ name, params, path }) => {
    try {
      const read = app.inProcessApi.get(name);
      if (!read) throw notFound('address');
      const query = parseQuery(path.replace(/^[^?]*/, ''));
      return { status: 200, body: JSON.stringify(await read({ params, query }, request)) };
    } catch (error) {
      const { status, problem } = logProblem(error, request);
      return { status, body: JSON.stringify(problem) };
    }
  };
}

/**
 * Calls a public endpoint in this process, for routes that publish its response in another format. Validates input and
 * output as HTTP does, and records what the response depends on for the page cache.
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
  // Yields to other requests between validating the response and writing it in another format.
  await nextTurn();
  return response as EndpointResponse<Name>;
}
