import type { FastifyInstance } from 'fastify';
import { adminPages } from '#shared/urls/admin-paths.ts';

/** The former URLs of the lists that the dashboard contains, and the matching state in the dashboard. */
const MOVED = { '/jobs/manage': 'open', '/jobs/closed': 'closed' } as const;

/**
 * Redirects former URLs of pages, which people have bookmarked. The redirect contains the search, but not the position
 * in the list.
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
