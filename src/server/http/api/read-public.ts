import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointName, EndpointReply } from '#shared/contract/endpoints.ts';

/**
 * Reads the API in this process, for what shows the same in another form: with the same checks, and noting
 * what the answer shows for the page cache.
 * @throws ProblemError as the endpoint does.
 */
export async function readPublic<Name extends EndpointName>(
  request: FastifyRequest,
  name: Name,
  { params = {}, query = {} }: { params?: object; query?: object },
): Promise<EndpointReply<Name>> {
  const { publicReads } = request.server satisfies FastifyInstance;
  const read = publicReads.get(name);
  if (!read) throw new Error(`${name} is not for anyone to read`);
  const json = await read({ params, query }, request);
  // Yields to other requests between serializing the response and parsing it again.
  await nextTurn();
  return JSON.parse(json);
}
