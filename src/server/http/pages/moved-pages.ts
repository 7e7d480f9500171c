import type { FastifyInstance } from 'fastify';
import { adminPages } from '#shared/urls/admin-paths.ts';

/** The former URLs of lists that are now part of the dashboard, each with the state that the dashboard then shows. */
const MOVED = { '/jobs/manage': 'open', '/jobs/closed': 'closed' } as const;

/**
 * Redirects former URLs of pages, which people have bookmarked. The redirect keeps the search parameters, but not the
 * cursor.
 */
export function movedPages(app: FastifyInstance): void {
  for (const [path, state] of Object.entries(MOVED)) {
    app.get(path, async (request, reply) => {
      const { cursor: _, state: __, ...search } = request.query as Record<string, string>;
      return reply
        .header('cache-control', 'no-cache')
        .redirect(adminPages.dashboard({ ...(state !== 'open' && { state }), ...search }), 301);
    });
  }
}
