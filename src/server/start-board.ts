import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { listenForChanges } from './db/change-notices.ts';
import { type OpenDatabase, openDatabase } from './db/client.ts';
import { warnOfConnections } from './db/connection-limit.ts';
import { addDemoPeople } from './db/demo-data/add-demo-people.ts';
import { fillEmptyBoard } from './db/demo-data/fill-empty-board.ts';
import type { PendingMigrations } from './db/migrate.ts';
import { logSlowQueries } from './db/slow-queries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { stopListening } from './http/listening.ts';
import type { OverloadLimits } from './http/overload.ts';
import type { WebBundle } from './http/web-bundle.ts';
import { trustsEmbeddedAddresses } from './identity/verified-email.ts';
import type { BoardMetrics } from './metrics/board-metrics.ts';
import { measureBoard } from './metrics/measured-board.ts';
import { measureDatabase } from './metrics/measured-database.ts';
import { measureImports } from './metrics/measured-imports.ts';
import type { StartupError } from './startup-error.ts';
import { openUploadStorage } from './storage/upload-storage.ts';

/** What hears of a board, besides its log. */
type Beside = {
  onDatabaseLost?: ((error: StartupError) => void) | undefined;
  /** Counts what happens; without it, nothing is counted. */
  metrics?: BoardMetrics | undefined;
  overloadLimits?: OverloadLimits | undefined;
  pendingMigrations?: PendingMigrations | undefined;
};

export type Board = {
  app: FastifyInstance;
  /** Answers what is being answered, then leaves the database. May be called again. */
  stop(): Promise<void>;
};

/** The database opened and, where it is to be, filled; the app built over it, not yet listening. */
export async function startBoard(
  config: Config,
  logger: FastifyBaseLogger,
  web: WebBundle,
  { overloadLimits, ...beside }: Beside = {},
): Promise<Board> {
  const { metrics } = beside;
  const database = await prepareBoard(config, logger, beside);
  return serveBoard(config, logger, web, database, { metrics, overloadLimits });
}

/** What one process does for all that serve the board: its database is opened and, where it is to be, filled. */
export async function prepareBoard(
  config: Config,
  logger: FastifyBaseLogger,
  beside: Beside = {},
): Promise<OpenDatabase> {
  const database = await openBoardDatabase(config, logger, beside);
  try {
    if (config.demoData) await fillEmptyBoard(database.db);
    if (config.signIn?.embedded) {
      const verified = trustsEmbeddedAddresses(config.signIn, config.publicUrl);
      await addDemoPeople(database.db, { verified });
    }
    const { databaseConnections: connections, workers: processes } = config;
    const warning = await warnOfConnections(database.db, { connections, processes });
    if (warning) logger.warn(warning);
    logger.info(whoSignsIn(config));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database of a server, whose troubles its log tells of. */
export function openBoardDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  { onDatabaseLost, metrics, pendingMigrations }: Beside = {},
): Promise<OpenDatabase> {
  const { slowQueryMs } = config;
  const logSlow = slowQueryMs > 0 ? logSlowQueries(logger, slowQueryMs) : undefined;
  return openDatabase(config, {
    purpose: 'server',
    pendingMigrations,
    log: (message) => logger.info(message),
    onConnectionLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
    onReplicaLost: (error) =>
      logger.warn({ err: error }, 'the replica cannot be read, and the primary is, until it can'),
    onReplicaBack: () => logger.info('the replica can be read again'),
    ...(onDatabaseLost && { onDatabaseLost }),
    ...((logSlow || metrics) && {
      onQuery(query) {
        logSlow?.(query);
        metrics?.onQuery(query);
      },
    }),
  });
}

/** The app over a board that is prepared, not yet listening. It closes the database with itself. */
export async function serveBoard(
  config: Config,
  logger: FastifyBaseLogger,
  web: WebBundle,
  database: OpenDatabase,
  { metrics, overloadLimits }: Pick<Beside, 'metrics' | 'overloadLimits'> = {},
): Promise<Board> {
  try {
    const storage = openUploadStorage(config);
    const changes = await listenForChanges({
      connectionString: database.connectionString,
      onLineLost: (error) => {
        logger.warn({ err: error }, 'changes are not heard of, and no page is kept until they are');
      },
      onHanging() {
        logger.error('the database does not answer, and what needs it is refused until it does');
        database.sockets.giveUp();
      },
      onAnswer() {
        logger.info('the database answers again');
        database.sockets.resume();
      },
    });
    database.replica?.follow(changes);
    const { db } = database;
    const app = await buildApp({
      config,
      logger,
      db,
      changes,
      storage,
      web,
      metrics,
      overloadLimits,
    });
    const onChore = metrics?.onChore;
    const housekeeping = startHousekeeping({ db, storage, logger, onChore });
    if (metrics) {
      measureDatabase(metrics.registry, { database, changes });
      measureImports(metrics.registry, changes);
      measureBoard(metrics.registry, { db, logger });
    }
    const stop = async () => {
      await stopListening(app);
      await app.close();
      await housekeeping.stop();
      await changes.close();
      await database.close();
    };
    let stopped: Promise<void> | undefined;
    return {
      app,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function whoSignsIn({ signIn }: Config): string {
  if (!signIn) {
    return 'Nobody can sign in: set AUTH_DOMAIN, AUTH_CLIENT_ID and AUTH_AUDIENCE, or AUTH_EMBEDDED=true.';
  }
  if (!signIn.embedded) return `People sign in at ${signIn.domain}`;
  const reach = signIn.embedded === 'everywhere' ? 'anyone who reaches it' : 'this machine alone';
  return `The embedded identity provider serves ${reach}: people sign in with any e-mail address and no password.`;
}
