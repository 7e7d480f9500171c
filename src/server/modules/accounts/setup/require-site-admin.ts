import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { later } from '#server/http/api/problem.ts';
import { hasSiteAdmin } from '../queries.ts';

/** Logged at the startup of a board without a site admin. */
export const NO_SITE_ADMIN =
  'Board has no site admin; writes refused. Run `npm run board -- setup` and open the link that it prints.';

const RETRY_AFTER = 60;

/** This route ends sessions. Writes to it are always allowed, so that people can sign out. */
const ALWAYS_ALLOWED = '/api/sessions';

/**
 * Refuses all writes to the API until the board has a site admin, so that nobody can use a public board before its
 * operator has set it up.
 */
export function requireSiteAdmin(app: FastifyInstance, db: Database): void {
  app.addHook('preHandler', async ({ method, routeOptions }) => {
    const { url = '' } = routeOptions;
    if (method === 'GET' || method === 'HEAD' || !url.startsWith('/api/')) return;
    if (url.startsWith(ALWAYS_ALLOWED)) return;
    if (await hasSiteAdmin(db)) return;
    throw later('This board is not set up yet. Its operator has to add a site admin.', RETRY_AFTER);
  });
}
