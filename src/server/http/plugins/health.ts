import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ChangeListener } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { later } from '../api/problem.ts';

/** How long a probe waits for an unresponsive database (ms). */
const TIMEOUT = 3_000;

type Options = { db: Database; changes: Pick<ChangeListener, 'isResponsive'> | undefined };

/**
 * `/healthz` reports whether the process is alive, and `/readyz` whether it would serve a request: its database responds,
 * and its memory is not exhausted. The change
 * listener has its own database connection, so a server whose other connections are all busy still counts as ready.
 */
export function health(app: FastifyInstance, { db, changes }: Options): void {
  const config = { routine: true, slot: 'none', rateLimitName: 'none' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  /** The query that all simultaneous probes share. */
  let query: Promise<unknown> | undefined;
  app.get('/readyz', { config }, async (request) => {
    if (app.isOutOfMemory()) throw later('The server is out of memory. Try again soon.', 1);
    if (changes?.isResponsive()) return { status: 'ok' };
    const timer = new AbortController();
    try {
      query ??= db.execute(sql`select 1`).finally(() => {
        query = undefined;
      });
      await Promise.race([query, timeout(timer.signal)]);
    } catch (error) {
      request.log.warn({ err: error }, 'Database unresponsive; not ready');
      throw later('The database is unresponsive. Try again soon.', 5);
    } finally {
      timer.abort();
    }
    return { status: 'ok' };
  });
}

async function timeout(signal: AbortSignal): Promise<never> {
  await pause(TIMEOUT, undefined, { signal, ref: false });
  throw new Error(`No response within ${TIMEOUT} ms`);
}
