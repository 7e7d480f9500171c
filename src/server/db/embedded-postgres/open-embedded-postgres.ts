import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { findPackage, type Package } from './binaries.ts';
import { BOARD, type Cluster, connectionString, readOrCreatePassword } from './cluster.ts';
import {
  becomeServer,
  ensureBoardDatabase,
  leaveSession,
  type Purpose,
} from './connect-or-start.ts';
import { type DataLocation, findDataLocation, SHARED_FOLDER } from './data-location.ts';
import { explainFailure } from './failures.ts';
import { joinCluster } from './join-cluster.ts';
import { holdLease } from './lease.ts';
import { clusterExists } from './make-cluster.ts';

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
  purpose: Purpose;
  /** Receives the few lines meant for the user. */
  log?: (message: string) => void;
  /**
   * Called when other processes have taken over PostgreSQL, so that this process can no longer use it. The caller
   * should release it and end. By default, the message goes to `log`.
   */
  onLost?: (error: StartupError) => void;
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
  folders: FolderOverrides = {},
): Promise<EmbeddedPostgres> {
  try {
    return await open(options, folders);
  } catch (error) {
    throw explainFailure(error, options.dataDir);
  }
}

async function open(
  { dataDir, purpose, log = () => {}, onLost }: EmbeddedPostgresOptions,
  { packageFolder, sharedFolder = SHARED_FOLDER }: FolderOverrides,
): Promise<EmbeddedPostgres> {
  const location = await findDataLocation(dataDir, sharedFolder);
  if (location.folder !== location.home && purpose === 'server') {
    log(
      `Embedded database stored in ${location.folder}, because its user has no access to ${location.home}`,
    );
  }
  const installed = await findPackage(packageFolder);
  const cluster = await describeCluster(location, installed);
  const copyFolders = location.account ? [sharedFolder, location.folder] : [location.folder];
  const source = { installed, copyFolders };
  const { session, port } = await joinCluster(cluster, source, log);
  try {
    if (purpose === 'server' && !(await becomeServer(session))) {
      throw new StartupError(
        `Another server is already running on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await ensureBoardDatabase(session);
  } catch (error) {
    await leaveSession(cluster, session);
    throw error;
  }
  const lease = holdLease({ cluster, source, purpose, port }, session, {
    log,
    onLost: onLost ?? ((error) => log(error.message)),
  });
  let released: Promise<void> | undefined;
  return {
    connectionString: connectionString(cluster, port, BOARD),
    release() {
      released ??= lease.leave();
      return released;
    },
  };
}

async function describeCluster(location: DataLocation, installed: Package): Promise<Cluster> {
  // A running PostgreSQL is recognized by this path, so links must be resolved.
  const dataFolder = join(await realpath(location.folder), 'data');
  const exists = await clusterExists(dataFolder, installed.major);
  return {
    dataFolder,
    logFile: join(location.home, 'postgres.log'),
    password: await readOrCreatePassword(location.home, exists),
    passwordFile: join(location.home, 'password'),
    account: location.account,
  };
}
