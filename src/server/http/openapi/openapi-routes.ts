import type { FastifyInstance } from 'fastify';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import type { PageLook } from '../pages/plain-page.ts';
import { describeApi } from './describe-api.ts';
import { docsPage } from './docs-page.ts';

type Options = { publicUrl: string; look: PageLook };

/**
 * Serves the API description as JSON and as an HTML page. Both are generated only once, because they never change while
 * the server runs.
 */
export function openApiRoutes(app: FastifyInstance, { publicUrl, look }: Options): void {
  const document = describeApi({ siteName: look.siteName, publicUrl });
  const json = JSON.stringify(document);
  const page = docsPage(document, look);
  const publicRoute = { config: { isPublic: true } };
  app.get(apiDescription.openApi(), publicRoute, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  app.get(apiDescription.docs(), publicRoute, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}
