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
  return JSON.parse(await read({ params, query }, request));
}
