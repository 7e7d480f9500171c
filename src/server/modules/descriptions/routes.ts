import type { FastifyInstance } from 'fastify';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { describeJob } from '#server/content/markdown/summary.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';

export function descriptionRoutes(app: FastifyInstance): void {
  registerEndpoint(app, 'POST /api/descriptions/preview', async ({ body }) => {
    const { summary, summary_truncated } = describeJob(body.description);
    return { html: renderHtml(body.description), summary, truncated: summary_truncated };
  });
}
