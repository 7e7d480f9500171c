import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { findPackage, type Package } from './binaries.ts';
import { BOARD, type Cluster, connectionString } from './cluster.ts';
import { becomeServer, ensureBoardDatabase, type Purpose } from './connect-or-start.ts';
import { findDataLocation, type Place, SHARED_FOLDER } from './data-location.ts';
import { explainFailure } from './failures.ts';
import { joinCluster } from './join-cluster.ts';
import { holdLease } from './lease.ts';
import { leaveSession } from './leave-session.ts';
import { clusterExists } from './make-cluster.ts';
import { readOrMakePassword } from './password.ts';

/** The board's own PostgreSQL, in use by this process, which starts it again where it is killed. */
export type EmbeddedPostgres = {
  /** The address of the board's database: postgres://… It stays the same over a restart. */
  connectionString: string;
  /** Leaves the cluster, and stops it when nobody else uses it. May be called again. */
  release(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** DATA_DIR, absolute. */
  dataDir: string;
  /** There is one server to a cluster; commands join it, or run the cluster themselves. */
  purpose: Purpose;
  /** Takes the few lines that are for the user. */
  log?: (message: string) => void;
  /**
   * Called where PostgreSQL went away and others run it now, so that this process cannot have it
   * back for as long as they do; without it, `log` gets the line. Best is to release and end.
   */
  onLost?: (error: StartupError) => void;
};

/** Where the parts stand that are no choice of the caller's. */
export type Surroundings = { packageFolder?: string; sharedFolder?: string };

/**
 * Opens the PostgreSQL under `dataDir`: makes it on the first start, starts it where it is not
 * running, takes over the one that a killed server left, and joins the one that others use.
 * Rejects with a StartupError for whatever the user can do something about.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  surroundings: Surroundings = {},
): Promise<EmbeddedPostgres> {
  try {
    return await open(options, surroundings);
  } catch (error) {
    throw explainFailure(error, options.dataDir);
  }
}

async function open(
  { dataDir, purpose, log = () => {}, onLost }: EmbeddedPostgresOptions,
  { packageFolder, sharedFolder = SHARED_FOLDER }: Surroundings,
): Promise<EmbeddedPostgres> {
  const place = await findDataLocation(dataDir, sharedFolder);
  if (place.folder !== place.home && purpose === 'server') {
    log(
      `The data of the embedded database is in ${place.folder}, for its user cannot enter ${place.home}`,
    );
  }
  const installed = await findPackage(packageFolder);
  const cluster = await describeCluster(place, installed);
  const copyFolders = place.account ? [sharedFolder, place.folder] : [place.folder];
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
  const membership = holdLease({ cluster, source, purpose, port }, session, {
    log,
    onLost: onLost ?? ((error) => log(error.message)),
  });
  let released: Promise<void> | undefined;
  return {
    connectionString: connectionString(cluster, port, BOARD),
    release() {
      released ??= membership.leave();
      return released;
    },
  };
}

async function describeCluster(place: Place, installed: Package): Promise<Cluster> {
  // Through no link: a running PostgreSQL is recognised by this path.
  const dataFolder = join(await realpath(place.folder), 'data');
  const exists = await clusterExists(dataFolder, installed.major);
  return {
    dataFolder,
    logFile: join(place.home, 'postgres.log'),
    password: await readOrMakePassword(place.home, exists),
    passwordFile: join(place.home, 'password'),
    account: place.account,
  };
}
