import type { FastifyInstance } from 'fastify';
import { listIdentities, removeIdentity } from '#server/auth/embedded-provider/identities.ts';
import type { Database } from '#server/db/client.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { identityId, type NamedProviders, presentIdentity } from './presenter.ts';

type Options = { db: Database; providers: NamedProviders };

/** The identities with which the caller signs in. Nobody can see or remove the identities of another person. */
export function identityRoutes(app: FastifyInstance, { db, providers }: Options): void {
  registerEndpoint(app, 'GET /api/identities', async ({ caller }) => {
    const rows = await listIdentities(db, caller.id);
    return { results: rows.map((row) => presentIdentity(row, rows, providers)) };
  });

  registerEndpoint(app, 'DELETE /api/identities/:id', async ({ params: { id }, caller }) => {
    const outcome = await removeIdentity(db, caller.id, (row) => identityId(row) === id);
    if (outcome === 'unknown') throw notFound('identity');
    if (outcome === 'required') {
      throw new ProblemError(
        409,
        'Another way to sign in with a verified email address must remain, so that a code can be sent there.',
      );
    }
    return undefined;
  });
}
