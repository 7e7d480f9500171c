import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { findTeamRole } from '#server/modules/teams/queries.ts';
import { authorizeEditing, mayEdit } from '../policy.ts';
import { findCompany } from '../queries.ts';
import { approveRename, deleteRename, rejectRename } from './commands.ts';
import { presentRename } from './presenter.ts';
import { findRename, listRenames } from './queries.ts';
import type { NotifyOwners } from './rename-mail.ts';

type Options = { db: Database; notifyOwners: NotifyOwners };

/** Requests of owners to change the name or website of their company. `PUT /api/companies/{id}` makes them. */
export function renameRoutes(app: FastifyInstance, { db, notifyOwners }: Options): void {
  registerEndpoint(app, 'GET /api/companies/:id/renames', async ({ params: { id }, caller }) => {
    if (!(await findCompany(db, id))) throw notFound('company');
    authorizeEditing(caller, await findTeamRole(db, caller.id, id));
    return { results: (await listRenames(db, id)).map(presentRename) };
  });

  registerEndpoint(app, 'GET /api/renames/:id', async ({ params: { id }, caller, tag }) => {
    const row = await findRename(db, id);
    if (!row) throw notFound('request');
    const teamRole = await findTeamRole(db, caller.id, row.company.id);
    // The response is the same for the request of another company as for a missing one (404).
    if (!mayEdit(caller, teamRole)) throw notFound('request');
    tag(entityTag(row.rename.version));
    return presentRename(row);
  });

  registerEndpoint(app, 'DELETE /api/renames/:id', async ({ params: { id }, caller, ifMatch }) => {
    await deleteRename(db, { callerId: caller.id, id, ifMatch });
    return undefined;
  });

  registerEndpoint(
    app,
    'POST /api/renames/:id/approve',
    async ({ params: { id }, caller, ifMatch }) => {
      await approveRename(db, { callerId: caller.id, id, ifMatch }, notifyOwners);
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/renames/:id/reject',
    async ({ params: { id }, body: { reason }, caller, ifMatch }) => {
      await rejectRename(db, { callerId: caller.id, id, ifMatch }, reason, notifyOwners);
      return undefined;
    },
  );
}
