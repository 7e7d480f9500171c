import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from './account/saved-searches.ts';

import { knownZone } from './subscribe/known-zone.ts';
import { type AlertMailer, subscribe } from './subscribe/subscribe.ts';

type Options = {
  db: BoardDatabase;
  mailer: AlertMailer;
  /** The time zone of people who state none. */
  rules: Pick<BoardRules, 'timeZone'>;
};

export function alertRoutes(app: FastifyInstance, { db, mailer, rules }: Options): void {
  registerEndpoint(app, 'POST /api/alerts', async ({ body, network }) => {
    const { timezone, ...alert } = body;
    await subscribe(
      db,
      { ...alert, timeZone: knownZone(timezone, rules.timeZone), network: network() },
      mailer,
    );
    return undefined;
  });

  registerEndpoint(app, 'GET /api/saved-searches', ({ caller }) =>
    listSavedSearches(db, caller.id),
  );

  registerEndpoint(app, 'POST /api/saved-searches', ({ body, caller }) => {
    const { timezone, ...search } = body;
    return saveSearch(
      db,
      caller.id,
      { ...search, timeZone: knownZone(timezone, rules.timeZone) },
      mailer,
    );
  });

  registerEndpoint(app, 'PUT /api/saved-searches/:id', async ({ params: { id }, body, caller }) => {
    if (!isId(id)) throw notFound('search');
    await changeSavedSearch(db, caller.id, id, { change: body, outbox: mailer.outbox });
    return undefined;
  });

  registerEndpoint(app, 'DELETE /api/saved-searches/:id', async ({ params: { id }, caller }) => {
    if (!isId(id)) throw notFound('search');
    await deleteSavedSearch(db, caller.id, id);
    return undefined;
  });
}
