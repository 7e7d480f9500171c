import type { FastifyInstance } from 'fastify';
import { endSessions, listSessions } from '#server/auth/embedded-provider/sessions.ts';
import type { Database } from '#server/db/client.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { presentSession } from './presenter.ts';

/** The sessions of the caller. Nobody can see or end another person's sessions, not even a site admin. */
export function sessionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/sessions', async ({ caller }) => {
    const rows = await listSessions(db, caller.id);
    return { results: rows.map((row) => presentSession(row, caller)) };
  });

  registerEndpoint(app, 'DELETE /api/sessions', async ({ caller }) => {
    await endSessions(db, caller.id);
    return undefined;
  });

  registerEndpoint(app, 'DELETE /api/sessions/:id', async ({ params: { id }, caller }) => {
    if ((await endSessions(db, caller.id, id)) === 0) throw notFound('session');
    return undefined;
  });
}
