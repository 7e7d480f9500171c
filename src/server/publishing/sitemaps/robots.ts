import type { FastifyInstance } from 'fastify';
import { oembed, robots, sitemaps } from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';

/** Paths of searches, whose parameters can be combined without end. */
const SEARCHES = [pages.jobs(), feeds.jobsAtom(), feeds.jobsJson()];

/**
 * Writes robots.txt. Crawlers may read everything except endpoints for programs, and searches with two or more
 * parameters, whose combinations are endless. They may read all pages of a search with one parameter: the rule that
 * allows these is longer, and the longest matching rule applies. https://www.rfc-editor.org/rfc/rfc9309#section-2.2
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
