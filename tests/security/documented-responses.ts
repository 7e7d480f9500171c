import type { FastifyInstance } from 'fastify';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { readOperations } from '../support/api-operations.ts';
import { schemaChecks } from '../support/response-schemas.ts';

/**
 * Returns a function that describes how a response differs from the API description, or returns undefined if it
 * matches.
 */
export async function responseChecks(app: FastifyInstance) {
  const document = (await app.inject({ url: apiDescription.openApi() })).json();
  const operations = readOperations(document);
  const { response: findError } = schemaChecks(document);
  return (name: string, status: number, body: unknown): string | undefined => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
    const schema = operation?.responses.get(status)?.content['application/json']?.schema;
    return schema ? findError(schema, body) : `${name} has no response with the status ${status}`;
  };
}
