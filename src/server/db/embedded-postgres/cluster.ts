import type { Account } from './child.ts';

/** One cluster: all that is needed to start, find, enter and stop it. */
export type Cluster = {
  dataFolder: string;
  logFile: string;
  password: string;
  passwordFile: string;
  account: Account | undefined;
};

/** The role of the board, which owns the cluster, and the name of its database. */
export const BOARD = 'board';

/** Always there in a cluster. The locks are held in it, so that `board` can be dropped or copied. */
export const MAINTENANCE_DATABASE = 'postgres';

/** The address of a database in the cluster that listens on `port`. */
export function connectionString(cluster: Cluster, port: number, database: string): string {
  // A PGSSLMODE from the environment must not make clients ask for TLS, which there is none of.
  return `postgres://${BOARD}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
