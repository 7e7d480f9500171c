import { BOARD, connectionString, findCluster } from './cluster.ts';
import { SHARED_FOLDER } from './data-location.ts';
import { explainFailure } from './failures.ts';
import { joinCluster, type Member } from './lease.ts';

/** An embedded PostgreSQL that this process uses and restarts after a crash. */
export type EmbeddedPostgres = {
  /** The URL of the board's database. A restart does not change it. */
  connectionString: string;
  /** Leaves the cluster, and stops PostgreSQL if no other process uses it. May be called more than once. */
  release(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** The absolute path of DATA_DIR. */
  dataDir: string;
  /**
   * Whether this process is a server or a command. A cluster has at most one server. Commands join a running cluster or
   * start it.
   */
  purpose: Member['purpose'];
  /** Called with the few lines that are meant for the user. */
  log?: Member['log'];
  /**
   * Called when other processes have taken over PostgreSQL, so that this process can no longer use it. The caller
   * should release it and end. By default, only `log` gets the message.
   */
  onLost?: Member['onLost'];
};

/** Folders outside DATA_DIR that tests replace. */
export type FolderOverrides = { packageFolder?: string; sharedFolder?: string };

/**
 * Opens the PostgreSQL in `dataDir`. Creates it at the first start, starts it if it is not running, takes over one that
 * a killed server has left running, or joins one that other processes use.
 * @throws StartupError for every problem that the user can fix
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  { packageFolder, sharedFolder = SHARED_FOLDER }: FolderOverrides = {},
): Promise<EmbeddedPostgres> {
  const { dataDir, purpose, log = () => {}, onLost = (error) => log(error.message) } = options;
  try {
    const cluster = await findCluster(dataDir, { packageFolder, sharedFolder });
    const { home, folder } = cluster;
    if (folder !== home && purpose === 'server') {
      log(`Embedded database stored in ${folder}, because its user has no access to ${home}`);
    }
    const { port, leave } = await joinCluster({ cluster, purpose, log, onLost });
    return { connectionString: connectionString(cluster, port, BOARD), release: leave };
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
}
