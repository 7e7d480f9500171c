import type { FastifyInstance } from 'fastify';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { readOperations } from './api-properties/operations.ts';
import { schemaChecks } from './api-properties/reply-schemas.ts';

/** Tells of a reply what the API’s description does not have of it, such as a field more; of one that fits, nothing. */
export async function replyChecks(app: FastifyInstance) {
  const document = (await app.inject({ url: apiDescription.openApi() })).json();
  const operations = readOperations(document);
  const { reply: fits } = schemaChecks(document);
  return (name: string, status: number, body: unknown): string | undefined => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
    const schema = operation?.replies.get(status)?.content['application/json']?.schema;
    return schema ? fits(schema, body) : `${name} has no reply of ${status}`;
  };
}
