import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { renderHtml } from '#server/markdown/render-html.ts';

export function descriptionRoutes(app: FastifyInstance): void {
  registerEndpoint(app, 'POST /api/descriptions/preview', async ({ body }) => ({
    html: renderHtml(body.description),
  }));
}
