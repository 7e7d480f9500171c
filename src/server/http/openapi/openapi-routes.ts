import type { FastifyInstance } from 'fastify';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import type { PageLook } from '../pages/plain-page.ts';
import { describeApi } from './describe-api.ts';
import { docsPage } from './docs-page.ts';
import type { OpenApiDocument } from './document.ts';

type Options = { publicUrl: string; look: PageLook };

/**
 * Serves the API description as JSON and as an HTML page. They never change while the server runs. They are generated at
 * the first request, because that takes as long as the rest of the start.
 */
export function openApiRoutes(app: FastifyInstance, { publicUrl, look }: Options): void {
  let document: OpenApiDocument | undefined;
  let json: string | undefined;
  let page: string | undefined;
  const describe = () => {
    document ??= describeApi({ siteName: look.siteName, publicUrl });
    return document;
  };
  const publicRoute = { config: { isPublic: true } };
  app.get(apiDescription.openApi(), publicRoute, async (_request, reply) => {
    json ??= JSON.stringify(describe());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get(apiDescription.docs(), publicRoute, async (_request, reply) => {
    page ??= docsPage(describe(), look);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
