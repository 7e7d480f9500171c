import type { FastifyInstance } from 'fastify';
import type { PageAssets, RenderPage, Site, Transport } from '#shared/render-page.ts';
import { sendProblem } from './error-handler.ts';
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
  const transport: Transport = async ({ method, path }) => {
    const reply = await app.inject({ method: method as 'GET', url: path });
    return { status: reply.statusCode, body: reply.body };
  };

  app.get('/*', async (request, reply) => {
    const page = await render({
      // Joined as text: resolved, a path that begins with two slashes would name another site.
      url: `${publicUrl}${request.url}`,
      transport,
      site,
      assets,
      nonce: reply.cspNonce.script,
    });
    return reply
      .code(page.status)
      .headers({ 'cache-control': 'no-cache', ...page.headers })
      .send(page.html);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(notFound('address'), request, reply));
}
