import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';

/** `/healthz`: the process lives. `/readyz`: its database answers too. */
export function health(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
}
