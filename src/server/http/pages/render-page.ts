import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  PageAssets,
  RenderPage,
  RouteWithoutPage,
  Site,
  StructuredData,
} from '#shared/render-page.ts';
import { parseQuery } from '#shared/urls/paths.ts';
import { sendProblem } from '../api/error-handler.ts';
import { inProcessTransport } from '../api/in-process-api.ts';
import { notFound } from '../api/problem.ts';
import { writeCached } from '../page-cache/cache-hook.ts';
import { limitLifetime, pendingResponseOf } from '../page-cache/pending-response.ts';
import { addLogContext } from '../plugins/request-log.ts';
import { createNotFoundPages } from './not-found-pages.ts';
import { allowOwnScripts } from './page-scripts.ts';

const DAY = 24 * 60 * 60 * 1_000;

export type PagesOptions = {
  render: RenderPage;
  routeWithoutPage: RouteWithoutPage;
  /** Whether a text page has this name. */
  isTextPage: (name: string) => boolean;
  assets: PageAssets;
  /** The properties of the site at the time of the request. */
  site: () => Site;
  /** Registers a function that is called when all pages are outdated. */
  onOutdated: (listener: () => void) => void;
  structuredData: StructuredData;
};

/**
 * Renders the page for every URL that no other server route handles. A path that no page has gets the not-found page,
 * which is rendered only once.
 */
export function renderedPages(app: FastifyInstance, options: PagesOptions): void {
  const { render, routeWithoutPage, isTextPage, assets, structuredData } = options;
  function renderFor(request: FastifyRequest, path: string, noncePlaceholder: string) {
    // Concatenate the strings: `new URL` would read a path that starts with `//` as a different host.
    const site = options.site();
    const url = `${site.origin}${path}`;
    const transport = inProcessTransport(app, request);
    return render({ url, transport, site, assets, structuredData, noncePlaceholder });
  }
  let findNotFoundPage = createNotFoundPages();
  options.onOutdated(() => {
    findNotFoundPage = createNotFoundPages();
  });

  app.get('/*', { config: { isPublic: true } }, async (request, reply) => {
    const noncePlaceholder = randomBytes(16).toString('hex');
    const route = routeWithoutPage(request.url, isTextPage);
    if (route) {
      addLogContext(request, { page: route });
      const { response, allowed } = await findNotFoundPage(route, {
        noncePlaceholder,
        render: (path) => renderFor(request, path, noncePlaceholder),
      });
      reply.allowScripts(allowed);
      return writeCached(response, request, reply);
    }
    await request.turn();
    // Pages show ages such as "yesterday". On the next day, the browser would correct them and shift the layout.
    limitLifetime(pendingResponseOf(request.raw), DAY - (Date.now() % DAY));
    const page = await renderFor(request, request.url, noncePlaceholder);
    if (page.route) addLogContext(request, { page: page.route });
    const { html, allowed } = allowOwnScripts(page.html, noncePlaceholder);
    reply.allowScripts(allowed);
    // After a sign-in, the provider redirects to a URL with an authorization code, which no cache may store.
    const { search } = new URL(`${options.site().origin}${request.url}`);
    const cacheControl = 'state' in parseQuery(search) ? 'no-store' : 'no-cache';
    return reply
      .code(page.status)
      .headers({ 'cache-control': cacheControl, ...page.headers })
      .send(html);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(notFound('address'), request, reply));
}
