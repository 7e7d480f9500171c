import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { readSystem, type SystemConfig } from './read-system.ts';

type Options = { db: Database; config: SystemConfig };

export function systemRoutes(app: FastifyInstance, { db, config }: Options): void {
  registerEndpoint(app, 'GET /api/admin/system', () => readSystem(db, config));
}
