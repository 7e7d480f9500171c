import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { later } from './problem.ts';

/** Who asks does not wait longer for a database that hangs (ms). */
const PATIENCE = 3_000;

/** `/healthz`: the process lives. `/readyz`: its database answers too. */
export function health(app: FastifyInstance, { db }: { db: Database }): void {
  const config = { routine: true, place: 'none', allowance: 'none' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  /** One question for all who ask meanwhile. */
  let asking: Promise<unknown> | undefined;
  app.get('/readyz', { config }, async (request) => {
    const waiting = new AbortController();
    try {
      asking ??= db.execute(sql`select 1`).finally(() => {
        asking = undefined;
      });
      await Promise.race([asking, expiry(waiting.signal)]);
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      throw later('The database does not answer.', 5);
    } finally {
      waiting.abort();
    }
    return { status: 'ok' };
  });
}

async function expiry(signal: AbortSignal): Promise<never> {
  await pause(PATIENCE, undefined, { signal, ref: false });
  throw new Error(`no answer in ${PATIENCE} ms`);
}
