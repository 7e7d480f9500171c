import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { countAhead, findSubmission, listDurations } from './queries.ts';

export function reviewRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  registerEndpoint(app, 'GET /api/reviews/:id', async ({ params: { id }, caller }) => {
    const submitted = await findSubmission(db, caller, id);
    // The response is the same for what another person has submitted as for what does not exist (404).
    if (!submitted) throw notFound('review');
    const [ahead, took] = await Promise.all([countAhead(db, submitted), listDurations(db)]);
    return { ahead, took };
  });
}
