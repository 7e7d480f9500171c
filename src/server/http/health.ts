import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { ProblemError } from './problem.ts';

/** `/healthz`: the process lives. `/readyz`: its database answers too. */
export function health(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await db.execute(sql`select 1`);
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      throw new ProblemError(503, 'The database does not answer.');
    }
    return { status: 'ok' };
  });
}
