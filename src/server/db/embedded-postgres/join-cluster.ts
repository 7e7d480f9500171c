import { attach } from './attach.ts';
import { type Package, prepareBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { clusterExists, makeCluster } from './make-cluster.ts';
import { newPatience } from './patience.ts';
import { findPostmaster } from './postmaster.ts';
import type { Session } from './session.ts';
import { startPostmaster } from './start-postmaster.ts';

const POLL_MS = 20;

/**
 * Attaches to the cluster, and makes and starts it where that is needed. Every step may find that
 * another process was quicker, or is just stopping PostgreSQL; then it looks again.
 */
export async function joinCluster(
  cluster: Cluster,
  installed: Package,
  copyFolders: string[],
  log: (message: string) => void,
): Promise<{ session: Session; port: number }> {
  const wait = newPatience(cluster, log);

  const start = async () => {
    const binaries = await prepareBinaries(installed, { account: cluster.account, copyFolders });
    if (!(await clusterExists(cluster.dataFolder, installed.major))) {
      log(`Making the embedded database in ${cluster.dataFolder}`);
      await makeCluster(cluster, binaries);
    }
    return startPostmaster(cluster, binaries, wait);
  };

  for (;;) {
    const postmaster = (await findPostmaster(cluster.dataFolder)) ?? (await start());
    const attempt = postmaster
      ? await attach(cluster, postmaster.port)
      : { obstacle: 'another process is starting or leaving it' };
    if (postmaster && 'session' in attempt) return { ...attempt, port: postmaster.port };
    if ('obstacle' in attempt) await wait(attempt.obstacle, POLL_MS);
  }
}
