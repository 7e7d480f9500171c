import type { FastifyInstance } from 'fastify';
import { oembed, robots, sitemaps } from '#shared/outside-paths.ts';
import { feeds, pages } from '#shared/paths.ts';

/** What there are endless combinations of parameters of. */
const SEARCHES = [pages.jobs(), feeds.jobsAtom(), feeds.jobsJson()];

/**
 * What robots may look at: everything but what programs read, and searches by two parameters or more, of
 * which there are endless ones. The further pages of a search by one parameter are not counted as such: of
 * two rules the longer one holds. https://www.rfc-editor.org/rfc/rfc9309#section-2.2
 */
function writeRobots(publicUrl: string): string {
  const rules = [
    'Disallow: /api/',
    'Disallow: /embed/',
    `Disallow: ${oembed()}`,
    ...SEARCHES.flatMap((path) => [
      `Disallow: ${path}?*&`,
      `Allow: ${path}?*&cursor=`,
      `Disallow: ${path}?*&*&cursor=`,
    ]),
  ];
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${publicUrl}${sitemaps.index()}\n`;
}

export function robotsRoute(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.get(robots(), { config: { isPublic: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(writeRobots(publicUrl)),
  );
}
