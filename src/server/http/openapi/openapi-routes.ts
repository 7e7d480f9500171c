import type { FastifyInstance } from 'fastify';
import type { BoardLook } from '#shared/brand/board-look.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import type { PageLook } from '../pages/plain-page.ts';
import { describeApi } from './describe-api.ts';
import { docsPage } from './docs-page.ts';
import type { OpenApiDocument } from './document.ts';

type Options = { publicUrl: string; look: PageLook };

/**
 * Serves the API description as JSON and as an HTML page. They change only with the name and the look of the board. They are generated
 * at the first request, because that takes as long as the rest of the start.
 */
export function openApiRoutes(app: FastifyInstance, { publicUrl, look }: Options): void {
  type Generated = { look: BoardLook; document: OpenApiDocument; json?: string; page?: string };
  let generated: Generated | undefined;
  const describe = (): Generated => {
    // The look is a new object after each change of the settings.
    const { name: siteName, look: current } = look.site;
    if (generated?.look !== current) {
      generated = { look: current, document: describeApi({ siteName, publicUrl }) };
    }
    return generated;
  };
  const publicRoute = { config: { isPublic: true } };
  app.get(apiDescription.openApi(), publicRoute, async (_request, reply) => {
    const current = describe();
    current.json ??= JSON.stringify(current.document);
    return reply.type('application/json; charset=utf-8').send(current.json);
  });
  app.get(apiDescription.docs(), publicRoute, async (_request, reply) => {
    const current = describe();
    current.page ??= docsPage(current.document, look);
    return reply.type('text/html; charset=utf-8').send(current.page);
  });
}
