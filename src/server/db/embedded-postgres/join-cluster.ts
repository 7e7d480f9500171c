import { prepareBinaries, type Source } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { attach } from './connect-or-start.ts';
import { clusterExists, makeCluster } from './make-cluster.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { createRetry, type NotReady } from './retry.ts';
import type { Session } from './session.ts';
import { startPostmaster } from './start-postmaster.ts';

const POLL_MS = 20;

/** Being attached to the PostgreSQL that listens on `port`. */
export type Joined = { session: Session; port: number };

/**
 * Attaches to the cluster, and makes and starts it where that is needed. Every step may find that
 * another process was quicker, or is just stopping PostgreSQL; then it looks again.
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
      log(`Making the embedded database in ${cluster.dataFolder}`);
      await makeCluster(cluster, binaries);
    }
    return startPostmaster(cluster, binaries, wait);
  };

  for (;;) {
    const attempt = await tryToJoin(cluster, start);
    if ('session' in attempt) return attempt;
    await wait(attempt.obstacle, POLL_MS);
  }
}

/** Attaches to the PostgreSQL that runs, or to the one that `start` starts where none does. */
export async function tryToJoin(
  cluster: Cluster,
  start: () => Promise<Postmaster | NotReady>,
): Promise<Joined | NotReady> {
  const postmaster = (await findPostmaster(cluster.dataFolder)) ?? (await start());
  if ('obstacle' in postmaster) return postmaster;
  const attempt = await attach(cluster, postmaster);
  return 'session' in attempt ? { ...attempt, port: postmaster.port } : attempt;
}
