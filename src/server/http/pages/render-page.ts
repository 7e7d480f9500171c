import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PageAssets, RenderPage, Site, StructuredData } from '#shared/render-page.ts';
import { parseQuery } from '#shared/urls/paths.ts';
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

/** Renders the page for every URL that no other server route handles. An unknown URL gets the not-found page. */
export function renderedPages(
  app: FastifyInstance,
  { render, assets, site, structuredData }: PagesOptions,
): void {
  app.get('/*', { config: { isPublic: true } }, async (request, reply) => {
    const noncePlaceholder = randomBytes(16).toString('hex');
    // Concatenate the strings: `new URL` would read a path that starts with `//` as a different host.
    const url = `${site.origin}${request.url}`;
    const page = await render({
      url,
      transport: inProcessTransport(app, request),
      site,
      assets,
      structuredData,
      noncePlaceholder,
    });
    if (page.route) addLogContext(request, { page: page.route });
    const { html, allowed } = allowOwnScripts(page.html, noncePlaceholder);
    reply.allowScripts(allowed);
    // After a sign-in, the provider redirects to a URL with an authorization code, which no cache may store.
    const { search } = new URL(url);
    const cacheControl = 'state' in parseQuery(search) ? 'no-store' : 'no-cache';
    return reply
      .code(page.status)
      .headers({ 'cache-control': cacheControl, ...page.headers })
      .send(html);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(notFound('address'), request, reply));
}
