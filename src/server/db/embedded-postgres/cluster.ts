import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { readFileIfAny } from '#server/platform/files.ts';
import type { Account } from './child.ts';
import { writeFileOnce } from './temp-folder.ts';

/** A cluster: everything needed to start it, find it, connect to it and stop it. */
export type Cluster = {
  dataFolder: string;
  logFile: string;
  password: string;
  passwordFile: string;
  account: Account | undefined;
};

/** The board's role, which owns the cluster, and the name of its database. */
export const BOARD = 'board';

/** A database that every cluster has. The locks are held in it, so that `board` can be dropped or copied. */
export const MAINTENANCE_DATABASE = 'postgres';

/** The address of a database in the cluster that listens on `port`. */
export function connectionString(cluster: Cluster, port: number, database: string): string {
  // `sslmode=disable` overrides a PGSSLMODE in the environment; the embedded PostgreSQL has no TLS.
  return `postgres://${BOARD}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * Reads the cluster's password, or creates it before the cluster, so that two processes that create the same cluster
 * at once agree on it.
 * @throws StartupError if the cluster exists but its password file is missing
 */
export async function readOrCreatePassword(home: string, clusterExists: boolean): Promise<string> {
  const path = join(home, 'password');
  const password = (await readFileIfAny(path))?.trim();
  if (password) return password;
  if (clusterExists) {
    throw new StartupError(
      `The file ${path} is missing, so the database cannot be opened; restore it, or move ${home} away to start with an empty database.`,
    );
  }
  return (await writeFileOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim();
}
