import { BOARD, connectionString, findCluster } from './cluster.ts';
import { SHARED_FOLDER } from './data-location.ts';
import { explainFailure } from './failures.ts';
import { joinCluster, type Member } from './lease.ts';

/** The embedded PostgreSQL, in use by this process, which restarts it after a crash. */
export type EmbeddedPostgres = {
  /** The address of the board's database: postgres://… A restart does not change it. */
  connectionString: string;
  /** Leaves the cluster, and stops it if no other process uses it. Safe to call more than once. */
  release(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** DATA_DIR, absolute. */
  dataDir: string;
  /** A cluster has at most one server. Commands join it, or start the cluster themselves. */
  purpose: Member['purpose'];
  /** Receives the few lines meant for the user. */
  log?: Member['log'];
  /**
   * Called when other processes have taken over PostgreSQL, so that this process can no longer use it. The caller
   * should release it and end. By default, the message goes to `log`.
   */
  onLost?: Member['onLost'];
};

/** Folders outside DATA_DIR, which tests override. */
export type FolderOverrides = { packageFolder?: string; sharedFolder?: string };

/**
 * Opens the PostgreSQL in `dataDir`: creates it on the first start, starts it if it is not running, takes over the one
 * that a killed server left running, or joins the one that other processes use.
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
