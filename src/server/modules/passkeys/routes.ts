import type { FastifyInstance } from 'fastify';
import type { NotifyPasskey } from '#server/auth/embedded-provider/passkey-ceremonies.ts';
import { listPasskeys } from '#server/auth/embedded-provider/passkeys.ts';
import type { Database } from '#server/db/client.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { addCallersPasskey, createOptions, removePasskey } from './commands.ts';
import { presentPasskey } from './presenter.ts';

type Options = { db: Database; notify: NotifyPasskey; party: LiveSite };

/** The passkeys of the caller. Nobody can see or change another person's passkeys, not even a site admin. */
export function passkeyRoutes(app: FastifyInstance, { db, notify, party }: Options): void {
  registerEndpoint(app, 'GET /api/passkeys', async ({ caller }) => {
    const rows = await listPasskeys(db, caller.id);
    return { available: rows !== undefined, results: (rows ?? []).map(presentPasskey) };
  });

  registerEndpoint(app, 'POST /api/passkeys/options', async ({ caller }) => ({
    options: await createOptions(db, party, caller),
  }));

  registerEndpoint(app, 'POST /api/passkeys', async ({ body, caller }) => {
    const { name, credential: response } = body;
    return presentPasskey(
      await addCallersPasskey(db, { party, notify }, caller, { name, response }),
    );
  });

  registerEndpoint(app, 'DELETE /api/passkeys/:id', async ({ params: { id }, caller }) => {
    await removePasskey(db, caller, id);
    return undefined;
  });
}
