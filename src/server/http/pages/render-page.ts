import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parseQuery } from '#shared/paths.ts';
import type { PageAssets, RenderPage, Site, StructuredData } from '#shared/render-page.ts';
import { sendProblem } from '../api/error-handler.ts';
import { inProcessTransport } from '../api/in-process-api.ts';
import { notFound } from '../api/problem.ts';
import { addLogContext } from '../plugins/request-log.ts';
import { allowOwnScripts } from './page-scripts.ts';

export type PagesOptions = {
  render: RenderPage;
  assets: PageAssets;
  site: Site;
  structuredData: StructuredData;
};

/** Whatever is no file, no endpoint and no probe is a page, if only the not-found page. */
export function renderedPages(
  app: FastifyInstance,
  { render, assets, site, structuredData }: PagesOptions,
): void {
  app.get('/*', { config: { isPublic: true } }, async (request, reply) => {
    const marker = randomBytes(16).toString('hex');
    // Joined as text: resolved, a path that begins with two slashes would name another site.
    const url = `${site.home}${request.url}`;
    const page = await render({
      url,
      transport: inProcessTransport(app, request),
      site,
      assets,
      structuredData,
      marker,
    });
    if (page.route) addLogContext(request, { page: page.route });
    const { html, allowed } = allowOwnScripts(page.html, marker);
    reply.allowScripts(allowed);
    // Who comes back from signing in has a code in the address.
    const { search } = new URL(url);
    const cacheControl = 'state' in parseQuery(search) ? 'no-store' : 'no-cache';
    return reply
      .code(page.status)
      .headers({ 'cache-control': cacheControl, ...page.headers })
      .send(html);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(notFound('address'), request, reply));
}
