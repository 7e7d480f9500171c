import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { DEFAULT_CONNECTIONS } from '#server/platform/config/setting-values.ts';
import type { StartupError } from '#server/platform/errors.ts';
import { type ConnectionRegistry, createConnectionRegistry } from './connection-registry.ts';
import { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
import type { QueryEnd } from './instrumented-client.ts';
import { applyMigrations, type PendingMigrations } from './migrate.ts';
import { openPlanningPool, openPool, openPreparedPool, poolSizes } from './pools.ts';
import { type PreparedReads, prepareReads } from './prepared-reads.ts';
import { routeReads } from './read-routing.ts';
import { followReplica, type Replica } from './replica.ts';
import { transactionsOver } from './transactions.ts';

/** Access to the board's tables, over a pool or in a transaction. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

/**
 * A database with public reads outside of transactions. These reads use prepared plans, and the replica if it has every
 * change that this process has been notified of.
 */
export type BoardDatabase = Database & {
  reads: PreparedReads;
  /** If this object limits how many connections one network may use, the underlying database without this limit. */
  shared?: BoardDatabase;
};

export type OpenDatabase = {
  db: BoardDatabase;
  /** The URL for connections outside of the pools of `db`. It does not change while the database is open. */
  connectionString: string | undefined;
  /** The sockets of all connections of `db`. */
  sockets: Pick<ConnectionRegistry, 'giveUp' | 'resume' | 'isGivenUp'>;
  /** The connection pools of `db`. */
  pools: { general: pg.Pool; planned: pg.Pool; prepared: pg.Pool };
  /** The read replica, if one is configured. It serves reads once it follows the change listener. */
  replica: Replica | undefined;
  /** Closes all connections once their queries have ended, and stops the embedded database unless it is used otherwise. */
  close(): Promise<void>;
};

type Options = {
  purpose: 'server' | 'command';
  pendingMigrations?: PendingMigrations | undefined;
  log: (message: string) => void;
  /** Called when an idle connection breaks. The pool opens another on demand. */
  onConnectionLost: (error: Error) => void;
  /**
   * Called when the embedded database runs, before it is migrated, with a function that stops it unless it is used
   * otherwise. Unlike `close`, the function does not wait for queries. They fail.
   */
  onEmbedded?: ((stop: () => Promise<void>) => void) | undefined;
  /** Called when another process has taken over the embedded database for good. */
  onDatabaseLost?: (error: StartupError) => void;
  /** Called when the replica cannot be read. Not called again before `onReplicaBack`. */
  onReplicaLost?: (error: Error) => void;
  /** Called when the replica can be read again. */
  onReplicaBack?: () => void;
  /** Called after each query of `db`. */
  onQuery?: ((query: QueryEnd) => void) | undefined;
};

/**
 * Opens the external or the embedded database, and applies pending migrations.
 * @throws StartupError if the database is unreachable.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'databaseReadUrl' | 'databaseConnections'>>,
  {
    purpose,
    pendingMigrations,
    log,
    onConnectionLost,
    onEmbedded,
    onDatabaseLost,
    onReplicaLost = () => {},
    onReplicaBack,
    onQuery,
  }: Options,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({
        dataDir: config.dataDir,
        purpose,
        log,
        ...(onDatabaseLost && { onLost: onDatabaseLost }),
      });
  if (embedded) onEmbedded?.(embedded.release);
  const connectionString = embedded?.connectionString ?? config.databaseUrl;
  try {
    if (pendingMigrations !== 'ignore') {
      await applyMigrations(connectionString, onConnectionLost, pendingMigrations);
    }
  } catch (error) {
    await embedded?.release();
    throw error;
  }
  const sockets = createConnectionRegistry();
  const sizes = poolSizes(config.databaseConnections ?? DEFAULT_CONNECTIONS);
  const options = { connectionString, purpose, sockets, onConnectionLost, onQuery };
  const pool = openPool({ ...options, size: sizes.general });
  const planned = openPlanningPool({ ...options, size: sizes.planned });
  const prepared = openPreparedPool({ ...options, size: sizes.prepared });
  const db = Object.assign(drizzle(pool), { transaction: transactionsOver(pool) });
  const replica =
    config.databaseReadUrl && purpose === 'server'
      ? followReplica({
          connectionString: config.databaseReadUrl,
          sizes,
          primary: db,
          onLost: onReplicaLost,
          ...(onReplicaBack && { onBack: onReplicaBack }),
          onQuery,
        })
      : undefined;
  return {
    db: Object.assign(db, { reads: routeReads(prepareReads(prepared, planned), replica) }),
    connectionString,
    sockets,
    pools: { general: pool, planned, prepared },
    replica,
    async close() {
      await replica?.close();
      await Promise.all([pool.end(), planned.end(), prepared.end()]);
      await embedded?.release();
    },
  };
}
