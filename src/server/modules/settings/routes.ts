import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { withActor } from '#server/db/with-actor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { advanceSetup, changeSettings } from './commands.ts';
import { presentSettings } from './presenter.ts';
import { readSettingsRow, withoutUndefined } from './queries.ts';

type Options = {
  db: Database;
  /** The settings in the environment. */
  fixed: Partial<BoardSettings>;
};

export function settingsRoutes(app: FastifyInstance, { db, fixed }: Options): void {
  registerEndpoint(app, 'GET /api/admin/settings', async ({ tag }) => {
    const row = await readSettingsRow(db);
    tag(entityTag(row.version));
    return presentSettings(row, fixed);
  });

  registerEndpoint(app, 'PUT /api/admin/setup', async ({ body: { step }, caller }) => {
    await withActor(db, caller.id, async (tx) => {
      await lockCaller(tx, caller.id, ['siteadmin']);
      await advanceSetup(tx, step);
    });
    return undefined;
  });

  registerEndpoint(app, 'PUT /api/admin/settings', async ({ body, caller, ifMatch, tag }) => {
    const values = withoutUndefined(body);
    const row = await withActor(db, caller.id, async (tx) => {
      await lockCaller(tx, caller.id, ['siteadmin']);
      return changeSettings(tx, { actor: caller.id, values, ifMatch });
    });
    await app.settleChanges();
    tag(entityTag(row.version));
    return presentSettings(row, fixed);
  });
}
