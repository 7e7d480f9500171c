import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ChangeListener } from './change-listener.ts';
import type { OpenDatabase } from './client.ts';

type Given = {
  database: Pick<OpenDatabase, 'pools' | 'sockets' | 'replica'>;
  changes: Pick<ChangeListener, 'freshUntil'>;
};

/** The lines to the database: all of it is known here, and nothing is asked. */
export function databaseMetrics(registry: Registry, { database, changes }: Given): void {
  const { pools, sockets, replica } = database;
  const measured: Record<string, pg.Pool> = {
    ...pools,
    ...(replica && {
      replica_planned: replica.pools.planned,
      replica_prepared: replica.pools.prepared,
    }),
  };
  const registers = [registry];
  const ofPools = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, each] of Object.entries(measured)) this.set({ pool }, read(each));
      },
    });
  ofPools(
    'board_database_connections_in_use',
    'Connections that work for somebody.',
    (pool) => pool.totalCount - pool.idleCount,
  );
  ofPools('board_database_connections_idle', 'Connections that wait.', (pool) => pool.idleCount);
  ofPools(
    'board_database_connections_limit',
    'As many connections there may be.',
    (pool) => pool.options.max,
  );
  ofPools(
    'board_database_connection_requests_waiting',
    'Those who wait for a connection.',
    (pool) => pool.waitingCount,
  );

  const state = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    read: () => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      collect() {
        const value = read();
        // A gauge without labels is 0 by itself.
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  state(
    'board_database_given_up',
    '1 while the database does not answer and what needs it is refused at once.',
    'max',
    () => Number(sockets.isGivenUp()),
  );
  state(
    'board_changes_current',
    '1 while all changes are heard of; else no answer is kept.',
    'min',
    () => Number(performance.now() <= changes.freshUntil()),
  );
  state(
    'board_replica_current',
    '1 while the replica has all changes and is read.',
    'min',
    () => replica && Number(replica.isCurrent()),
  );
  state(
    'board_replica_lag_seconds',
    'For how long the replica may have lacked a change; 0 while it has all.',
    'max',
    () => replica && replica.behindFor() / 1_000,
  );
}
