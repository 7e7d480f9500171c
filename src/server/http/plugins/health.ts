import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ChangeListener } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { later } from '../api/problem.ts';

/** How long a probe waits for a database that hangs (ms). */
const TIMEOUT = 3_000;

type Options = { db: Database; changes: Pick<ChangeListener, 'isResponsive'> | undefined };

/**
 * `/healthz`: the process lives. `/readyz`: its database answers too. That is known from the change listener, which has a
 * connection of its own: where all others are busy, the board is slow, and not away.
 */
export function health(app: FastifyInstance, { db, changes }: Options): void {
  const config = { routine: true, slot: 'none', rateLimitName: 'none' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  /** One question for all probes that wait meanwhile. */
  let asking: Promise<unknown> | undefined;
  app.get('/readyz', { config }, async (request) => {
    if (changes?.isResponsive()) return { status: 'ok' };
    const waiting = new AbortController();
    try {
      asking ??= db.execute(sql`select 1`).finally(() => {
        asking = undefined;
      });
      await Promise.race([asking, expiry(waiting.signal)]);
    } catch (error) {
      request.log.warn({ err: error }, 'Database unresponsive; not ready');
      throw later('The database does not answer.', 5);
    } finally {
      waiting.abort();
    }
    return { status: 'ok' };
  });
}

async function expiry(signal: AbortSignal): Promise<never> {
  await pause(TIMEOUT, undefined, { signal, ref: false });
  throw new Error(`no answer in ${TIMEOUT} ms`);
}
