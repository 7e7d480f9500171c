import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/problem.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { anyone } from '#server/identity/access.ts';
import { presentJob, presentJobInList } from './presenter.ts';
import { countOpenJobs, findOpenJob, listOpenJobs } from './queries.ts';

/** A moment as we write it: `Date` would take a 30th of February too, PostgreSQL takes no year 0. */
function isMoment(key: string): boolean {
  const moment = new Date(key);
  return moment.getUTCFullYear() > 0 && key.length === 24 && moment.toISOString() === key;
}

export function jobRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/jobs', anyone, async ({ query }) => {
    const { limit, cursor, description, ...filters } = query;
    const after = cursor ? decodeCursor(cursor, isMoment) : undefined;
    const [rows, total] = await Promise.all([
      listOpenJobs(db, filters, { limit, after, whole: description === 'markdown' }),
      countOpenJobs(db, filters),
    ]);
    const { page, ...next } = pageOf(rows, limit, ({ date, id }) => ({
      key: date.toISOString(),
      id,
    }));
    return { results: page.map(presentJobInList), total, ...next };
  });

  registerEndpoint(app, 'GET /api/jobs/:id', anyone, async ({ params: { id }, query }) => {
    const row = await findOpenJob(db, id);
    if (!row) throw notFound('job');
    return presentJob(row, query.description);
  });
}
