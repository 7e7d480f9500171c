import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { TextPages } from './texts/read-pages.ts';

export function pageRoutes(app: FastifyInstance, { pages }: { pages: () => TextPages }): void {
  registerEndpoint(app, 'GET /api/pages/:id', async ({ params: { id } }) => {
    const page = pages().get(id);
    if (!page) throw notFound('page');
    return page;
  });
}
