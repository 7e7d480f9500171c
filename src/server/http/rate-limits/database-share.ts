import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { later } from '../api/problem.ts';
import { clientNetwork } from './client-network.ts';
import { SlotQueue } from './slot-queue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The database, of which public reads take no more than the share of the client's network. */
    readonly db: BoardDatabase;
    /** How long public reads of this request have kept the database busy (ms). */
    databaseTime: number;
  }
}

/** A network has at most this share of the connections for public reads. */
const SHARE_OF_ONE = 1 / 5;

/** How long a read waits for a connection (ms): as long as others of its network that were let in before it may take. */
const PATIENCE = 30_000;

type Options = { db: BoardDatabase; readConnections: number };

/**
 * Shares the connections for public reads out to networks, so that the costly searches of one do not delay the others.
 * Each statement takes a connection for itself: one that waited for another while it holds one could wait for ever.
 */
export function shareDatabase(app: FastifyInstance, { db, readConnections }: Options): void {
  const connections = new SlotQueue({
    slots: readConnections,
    slotsPerNetwork: Math.max(1, Math.floor(readConnections * SHARE_OF_ONE)),
    // Requests are bounded before they get here.
    waiting: Number.POSITIVE_INFINITY,
    waitingPerNetwork: Number.POSITIVE_INFINITY,
    maxWait: PATIENCE,
  });

  function shareFor(request: FastifyRequest): BoardDatabase {
    const network = clientNetwork(request);
    async function share<Result>(read: () => Promise<Result>): Promise<Result> {
      const release = await connections.take(network);
      if (!release) throw later('The server is overloaded. Try again soon.', 1);
      const begun = performance.now();
      try {
        return await read();
      } finally {
        request.databaseTime += performance.now() - begun;
        // Yields to other requests: presenting a long list blocks the event loop for milliseconds.
        // https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop#partitioning
        await nextTurn();
        release();
      }
    }
    const { reads } = db;
    return Object.assign(Object.create(db) as BoardDatabase, {
      shared: db,
      reads: {
        run: (name, statement) => share(() => reads.run(name, statement)),
        prepared: (read) => share(() => reads.prepared(read)),
        planned: (read) => share(() => reads.planned(read)),
      } satisfies BoardDatabase['reads'],
    });
  }

  const shares = new WeakMap<FastifyRequest, BoardDatabase>();
  app.decorateRequest('databaseTime', 0);
  app.decorateRequest('db', {
    getter() {
      const found = shares.get(this) ?? shareFor(this);
      shares.set(this, found);
      return found;
    },
  });
}
