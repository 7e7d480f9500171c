import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parseQuery } from '#shared/paths.ts';
import type { PageAssets, RenderPage, Site, Transport } from '#shared/render-page.ts';
import { withParts } from './answer-fill.ts';
import { sendProblem } from './error-handler.ts';
import { allowOwnScripts } from './page-scripts.ts';
import { notFound } from './problem.ts';

export type PagesOptions = {
  render: RenderPage;
  assets: PageAssets;
  site: Site;
  publicUrl: string;
};

/** Whatever is no file, no endpoint and no probe is a page, if only the not-found page. */
export function renderedPages(
  app: FastifyInstance,
  { render, assets, site, publicUrl }: PagesOptions,
): void {
  const transportWith =
    (headers: Record<string, string>): Transport =>
    async ({ method, path }) => {
      const reply = await app.inject({ method: method as 'GET', url: path, headers });
      return { status: reply.statusCode, body: reply.body };
    };

  app.get('/*', { config: { sameForEveryone: true } }, async (request, reply) => {
    const marker = randomBytes(16).toString('hex');
    const page = await withParts(request.raw, (headers) =>
      render({
        // Joined as text: resolved, a path that begins with two slashes would name another site.
        url: `${publicUrl}${request.url}`,
        transport: transportWith(headers),
        site,
        assets,
        marker,
      }),
    );
    const { html, allowed } = allowOwnScripts(page.html, marker);
    reply.allowScripts(allowed);
    // Who comes back from signing in has a code in the address.
    const { search } = new URL(request.url, publicUrl);
    const cacheControl = 'state' in parseQuery(search) ? 'no-store' : 'no-cache';
    return reply
      .code(page.status)
      .headers({ 'cache-control': cacheControl, ...page.headers })
      .send(html);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(notFound('address'), request, reply));
}
