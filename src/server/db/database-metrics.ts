import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { liveGauge } from '#server/platform/metrics/registry.ts';
import type { ChangeListener } from './change-listener.ts';
import type { OpenDatabase } from './client.ts';

type Sources = {
  database: Pick<OpenDatabase, 'pools' | 'sockets' | 'replica'>;
  changes: Pick<ChangeListener, 'freshUntil'>;
};

/** Registers metrics of the database connections. A scrape reads only the state of this process and runs no query. */
export function databaseMetrics(registry: Registry, { database, changes }: Sources): void {
  const { pools, sockets, replica } = database;
  const poolsByLabel: Record<string, pg.Pool> = {
    ...pools,
    ...(replica && {
      replica_planned: replica.pools.planned,
      replica_prepared: replica.pools.prepared,
    }),
  };
  const registers = [registry];
  const poolGauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [label, pool] of Object.entries(poolsByLabel)) {
          this.set({ pool: label }, read(pool));
        }
      },
    });
  poolGauge(
    'board_database_connections_in_use',
    'Database connections in use.',
    (pool) => pool.totalCount - pool.idleCount,
  );
  poolGauge(
    'board_database_connections_idle',
    'Idle database connections.',
    (pool) => pool.idleCount,
  );
  poolGauge(
    'board_database_connections_limit',
    'Maximum number of database connections.',
    (pool) => pool.options.max,
  );
  poolGauge(
    'board_database_connection_requests_waiting',
    'Callers waiting for a database connection.',
    (pool) => pool.waitingCount,
  );
  const state = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    read: () => number | undefined,
  ) => liveGauge(registry, { name, help, aggregator }, read);
  state(
    'board_database_given_up',
    '1 while the database is unresponsive and requests that need it fail fast.',
    'max',
    () => Number(sockets.isGivenUp()),
  );
  state(
    'board_changes_current',
    '1 while the change listener receives all changes; otherwise, nothing is cached.',
    'min',
    () => Number(performance.now() <= changes.freshUntil()),
  );
  state(
    'board_replica_current',
    '1 while the replica has all changes and serves reads.',
    'min',
    () => replica && Number(replica.isCurrent()),
  );
  state(
    'board_replica_lag_seconds',
    'The longest time by which the replica may be behind; 0 while it has every change.',
    'max',
    () => replica && replica.lag() / 1_000,
  );
}
