import type { FastifyInstance } from 'fastify';
import { callInProcess } from '#server/http/api/in-process-api.ts';
import { notFound } from '#server/http/api/problem.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { categoryPage } from '#shared/urls/outside-paths.ts';
import { renderCategory } from './category-page.ts';

/** The pages of categories. A slug of no category has no page. */
export function categoryPageRoutes(app: FastifyInstance, look: PageLook): void {
  const path = `${categoryPage('')}:slug`;
  app.get<{ Params: { slug: string } }>(
    path,
    { config: { isPublic: true } },
    async (request, reply) => {
      const { slug } = request.params;
      const { results: categories } = await callInProcess(request, 'GET /api/categories', {});
      const category = categories.find((each) => each.slug === slug);
      if (!category) throw notFound('category');
      const { results } = await callInProcess(request, 'GET /api/jobs', {
        query: { category: slug, description: 'summary' },
      });
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(renderCategory(look, category, results));
    },
  );
}
