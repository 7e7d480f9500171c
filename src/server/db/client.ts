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

/** The board's tables, over a pool or inside a transaction. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

/**
 * The same, and reads of what is public: beside any transaction, planned once, and where there is a replica, by that
 * one, which has all that this process was told of.
 */
export type BoardDatabase = Database & {
  reads: PreparedReads;
  /** The database that this one shares out to one network, if it does. */
  shared?: BoardDatabase;
};

export type OpenDatabase = {
  db: BoardDatabase;
  /** Where it is, for connections besides those of `db`; it stays the same. */
  connectionString: string | undefined;
  /** Of all connections of `db`. */
  sockets: Pick<ConnectionRegistry, 'giveUp' | 'resume' | 'isGivenUp'>;
  /** What `db` takes its connections from. */
  pools: { general: pg.Pool; planned: pg.Pool; prepared: pg.Pool };
  /** Where reads may go instead, once it follows the changes. */
  replica: Replica | undefined;
  close(): Promise<void>;
};

type Options = {
  purpose: 'server' | 'command';
  pendingMigrations?: PendingMigrations | undefined;
  log: (message: string) => void;
  /** An idle connection broke; the pool opens another when one is needed. */
  onConnectionLost: (error: Error) => void;
  /** The embedded database is in other hands, and will not come back to this process. */
  onDatabaseLost?: (error: StartupError) => void;
  /** The replica cannot be read: called once until it can. */
  onReplicaLost?: (error: Error) => void;
  /** It can again. */
  onReplicaBack?: () => void;
  /** Hears of each query of `db` that is over. */
  onQuery?: ((query: QueryEnd) => void) | undefined;
};

/**
 * Opens the board's database, the outside one or the embedded one, with all migrations applied.
 * @throws StartupError where the database cannot be reached.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'databaseReadUrl' | 'databaseConnections'>>,
  {
    purpose,
    pendingMigrations,
    log,
    onConnectionLost,
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
  const connectionString = embedded?.connectionString ?? config.databaseUrl;
  try {
    await applyMigrations(connectionString, onConnectionLost, pendingMigrations);
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
