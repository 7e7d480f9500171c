import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { later } from '../api/problem.ts';
import { clientNetwork } from './client-network.ts';
import { SlotQueue } from './slot-queue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The database. Each client network has a limited share of the connections for public reads. */
    readonly db: BoardDatabase;
    /** The time that this request's public reads took in the database (ms). */
    databaseTime: number;
  }
}

/** The maximum share of the connections for public reads that one client network may use. */
const MAX_NETWORK_SHARE = 1 / 5;

/**
 * How long a read waits for a connection at most (ms). It is long enough for the earlier reads of the same network to
 * finish.
 */
const MAX_WAIT = 30_000;

type Options = { db: BoardDatabase; readConnections: number };

/**
 * Divides the connections for public reads among client networks, so that expensive searches of one network do not
 * delay others. Each statement takes its own connection, because a request that held one while it waited for another
 * could deadlock.
 */
export function shareDatabase(app: FastifyInstance, { db, readConnections }: Options): void {
  const connections = new SlotQueue({
    slots: readConnections,
    slotsPerNetwork: Math.max(1, Math.floor(readConnections * MAX_NETWORK_SHARE)),
    // Any number of requests may wait here, because `overload` has already limited their number.
    waiting: Number.POSITIVE_INFINITY,
    waitingPerNetwork: Number.POSITIVE_INFINITY,
    maxWait: MAX_WAIT,
  });

  function shareFor(request: FastifyRequest): BoardDatabase {
    const network = clientNetwork(request);
    async function share<Result>(read: () => Promise<Result>): Promise<Result> {
      const release = await connections.take(network);
      if (!release) throw later('The server is overloaded. Try again soon.', 1);
      const start = performance.now();
      try {
        return await read();
      } finally {
        request.databaseTime += performance.now() - start;
        await request.turn();
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
      const share = shares.get(this) ?? shareFor(this);
      shares.set(this, share);
      return share;
    },
  });
}
