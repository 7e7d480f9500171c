import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { addMarks, hideCompany, markJob, showCompany } from './commands.ts';
import { presentMarks } from './presenter.ts';
import { listMarks } from './queries.ts';

/** What the caller has marked. Nobody can see or change another person's marks, not even a site admin. */
export function markRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/marks', async ({ caller }) =>
    presentMarks(await listMarks(db, caller.id)),
  );

  registerEndpoint(app, 'POST /api/marks', async ({ body, caller }) => {
    await addMarks(db, caller.id, body);
    return presentMarks(await listMarks(db, caller.id));
  });

  registerEndpoint(app, 'PUT /api/marks/jobs/:id', async ({ params: { id }, body, caller }) => {
    await markJob(db, caller.id, id, body);
    return undefined;
  });

  registerEndpoint(app, 'PUT /api/marks/companies/:id', async ({ params: { id }, caller }) => {
    await hideCompany(db, caller.id, id);
    return undefined;
  });

  registerEndpoint(app, 'DELETE /api/marks/companies/:id', async ({ params: { id }, caller }) => {
    await showCompany(db, caller.id, id);
    return undefined;
  });
}
