import type { FastifyInstance } from 'fastify';
import { apiDescription } from '#shared/outside-paths.ts';
import type { PageLook } from '../pages/plain-page.ts';
import { describeApi } from './describe-api.ts';
import { docsPage } from './docs-page.ts';

type Options = { publicUrl: string; look: PageLook };

/** What the API is, for programs and for people. Both are made once: nothing in them changes while it runs. */
export function openApiRoutes(app: FastifyInstance, { publicUrl, look }: Options): void {
  const document = describeApi({ siteName: look.siteName, publicUrl });
  const written = JSON.stringify(document);
  const page = docsPage(document, look);
  const forEveryone = { config: { isPublic: true } };
  app.get(apiDescription.openApi(), forEveryone, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(written),
  );
  app.get(apiDescription.docs(), forEveryone, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}
