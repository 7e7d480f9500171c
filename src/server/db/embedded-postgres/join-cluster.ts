import { prepareBinaries, type Source } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { attach } from './connect-or-start.ts';
import { clusterExists, makeCluster } from './make-cluster.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { createRetry, type NotReady } from './retry.ts';
import type { Session } from './session.ts';
import { startPostmaster } from './start-postmaster.ts';

const POLL_MS = 20;

/** An attached session, and the port on which PostgreSQL listens. */
export type Joined = { session: Session; port: number };

/**
 * Attaches to the cluster. Creates it and starts it if necessary. At every step another process may be faster, or may be
 * stopping PostgreSQL; then this function retries.
 */
export async function joinCluster(
  cluster: Cluster,
  { installed, copyFolders }: Source,
  log: (message: string) => void,
): Promise<Joined> {
  const wait = createRetry(cluster, log);

  const start = async () => {
    const binaries = await prepareBinaries(installed, { account: cluster.account, copyFolders });
    if (!(await clusterExists(cluster.dataFolder, installed.major))) {
      log(`Creating the embedded database in ${cluster.dataFolder}`);
      await makeCluster(cluster, binaries);
    }
    return startPostmaster(cluster, binaries, wait);
  };

  for (;;) {
    const attempt = await tryToJoin(cluster, start);
    if ('session' in attempt) return attempt;
    await wait(attempt.notReady, POLL_MS);
  }
}

/** Attaches to the running PostgreSQL, or to the one that `start` starts. */
export async function tryToJoin(
  cluster: Cluster,
  start: () => Promise<Postmaster | NotReady>,
): Promise<Joined | NotReady> {
  const postmaster = (await findPostmaster(cluster.dataFolder)) ?? (await start());
  if ('notReady' in postmaster) return postmaster;
  const attempt = await attach(cluster, postmaster);
  return 'session' in attempt ? { ...attempt, port: postmaster.port } : attempt;
}
