import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { withRole } from '#server/identity/access.ts';
import { renderHtml } from '#server/markdown/render-html.ts';
import { JOB_ADMINS } from '#shared/constants/roles.ts';

export function descriptionRoutes(app: FastifyInstance): void {
  registerEndpoint(
    app,
    'POST /api/descriptions/preview',
    withRole(...JOB_ADMINS),
    async ({ body }) => ({ html: renderHtml(body.description) }),
  );
}
