import { randomBytes } from 'node:crypto';
import { chown, readdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import { run } from './account.ts';
import { type BinariesSource, findPackage } from './binaries.ts';
import { type DataLocation, findDataLocation } from './data-location.ts';
import { diskFull, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { buildFolder, writeFileOnce } from './temp-folder.ts';

/** A cluster, with everything needed to create it, start it, find it, connect to it and stop it. */
export type Cluster = DataLocation &
  BinariesSource & {
    dataDir: string;
    dataFolder: string;
    logFile: string;
    password: string;
    passwordFile: string;
  };

/** The name of the board's role, which owns the cluster, and of its database. */
export const BOARD = 'board';

/**
 * A database that every cluster has. Locks are held in this database, so that the database `board` can be dropped or
 * copied.
 */
export const MAINTENANCE_DATABASE = 'postgres';

/** Finds the cluster in `dataDir`, which may not exist yet. */
export async function findCluster(
  dataDir: string,
  { packageFolder, sharedFolder }: { packageFolder: string | undefined; sharedFolder: string },
): Promise<Cluster> {
  const location = await findDataLocation(dataDir, sharedFolder);
  const { home, folder, account } = location;
  const installed = await findPackage(packageFolder);
  // A running PostgreSQL is recognized by this path, so links must be resolved.
  const dataFolder = join(await realpath(folder), 'data');
  const exists = await clusterExists(dataFolder, installed.major);
  return {
    ...location,
    dataDir,
    dataFolder,
    logFile: join(home, 'postgres.log'),
    password: await readOrCreatePassword(home, exists),
    passwordFile: join(home, 'password'),
    installed,
    // If root copies PostgreSQL's programs, the copy serves all boards that root starts.
    copyFolder: account ? sharedFolder : folder,
  };
}

/** The URL of a database in the cluster that listens on `port`. */
export function connectionString(cluster: Cluster, port: number, database: string): string {
  // The embedded PostgreSQL has no TLS. `sslmode=disable` overrides a PGSSLMODE in the environment.
  return `postgres://${BOARD}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * Reads the cluster's password. If there is none, creates it before the cluster, so that two processes that create the
 * same cluster at once use the same password.
 * @throws StartupError if the cluster exists but its password file is missing
 */
async function readOrCreatePassword(home: string, exists: boolean): Promise<string> {
  const path = join(home, 'password');
  const password = (await readFileIfAny(path))?.trim();
  if (password) return password;
  if (exists) {
    throw new StartupError(
      `The file ${path} is missing, so the database cannot be opened; restore it, or move ${home} away to start with an empty database.`,
    );
  }
  return (await writeFileOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim();
}

/**
 * Whether `dataFolder` contains a cluster.
 * @throws StartupError if the folder contains anything that this PostgreSQL cannot use
 */
export async function clusterExists(dataFolder: string, major: number): Promise<boolean> {
  const version = (await readFileIfAny(join(dataFolder, 'PG_VERSION')))?.trim();
  if (version === String(major)) return true;
  if (version !== undefined) {
    throw new StartupError(
      `The data in ${dataFolder} was created by PostgreSQL ${version} and cannot be read by the installed PostgreSQL ${major}; dump it with the earlier version, or set DATA_DIR to another folder.`,
    );
  }
  const content = await ignoreErrors(['ENOENT'], () => readdir(dataFolder), []);
  if (content.length === 0) return false;
  throw new StartupError(
    `The folder ${dataFolder} is not empty but contains no database; move it away, or set DATA_DIR to another folder.`,
  );
}

/** Creates the cluster with initdb. If two processes create it at the same time, one of the results is discarded. */
export async function makeCluster(cluster: Cluster, binaries: string): Promise<void> {
  const { account, dataFolder } = cluster;
  await buildFolder(dataFolder, async (temporary) => {
    // Copy the password, because PostgreSQL's user cannot read the original file.
    const passwordFile = join(temporary, 'password');
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
    if (account) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(temporary, account.uid, account.gid);
    }
    const options = [
      `--pgdata=${join(temporary, 'new')}`,
      `--username=${BOARD}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // C.UTF-8 maps the case of all letters; plain C maps only a to z.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--data-checksums',
      '--no-instructions',
    ];
    const { code, output } = await run(join(binaries, 'initdb'), options, {
      account,
      cwd: temporary,
    });
    if (code === 0) return;
    if (isDiskFull(output)) throw diskFull(dirname(dataFolder));
    throw new StartupError(
      `The database in ${dataFolder} could not be created: ${lastMeaningfulLine(output) || `initdb ended with ${code}`}.`,
    );
  });
}
