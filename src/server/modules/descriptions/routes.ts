import type { FastifyInstance } from 'fastify';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';

export function descriptionRoutes(app: FastifyInstance): void {
  registerEndpoint(app, 'POST /api/descriptions/preview', async ({ body }) => ({
    html: renderHtml(body.description),
  }));
}
