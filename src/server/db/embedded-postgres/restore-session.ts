import { StartupError } from '#server/platform/errors.ts';
import { prepareBinaries, type Source } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { becomeServer, type Purpose } from './connect-or-start.ts';
import { type Joined, tryToJoin } from './join-cluster.ts';
import { leaveSession } from './leave-session.ts';
import { clusterExists } from './make-cluster.ts';
import { findPostmaster } from './postmaster.ts';
import type { NotReady, Wait } from './retry.ts';
import type { Session } from './session.ts';
import { startPostmaster } from './start-postmaster.ts';

/** One of those who use the cluster; it knows PostgreSQL by `port` alone. */
export type Member = { cluster: Cluster; source: Source; purpose: Purpose; port: number };

/** What came of one try; `displaced` where others use PostgreSQL in a way that keeps us out. */
export type Restored = { session: Session } | NotReady | { displaced: StartupError };

/**
 * Gets a member that lost its session a new one with the same locks, and starts PostgreSQL where it
 * is gone. Rejects where it does not start.
 */
export async function restoreSession(member: Member, wait: Wait): Promise<Restored> {
  const joined = await tryToJoin(member.cluster, () => startAgain(member, wait));
  if ('obstacle' in joined) return joined;
  if (joined.port !== member.port) return leaveOtherPort(member, joined);
  const { session } = joined;
  try {
    if (member.purpose === 'command' || (await becomeServer(session))) return { session };
  } catch (error) {
    await session.close();
    throw error;
  }
  await leaveSession(member.cluster, session);
  return displaced(`Another server has taken over the database in ${member.cluster.dataFolder}`);
}

async function startAgain(
  { cluster, source, port }: Member,
  wait: Wait,
): Promise<Awaited<ReturnType<typeof startPostmaster>>> {
  const { installed, copyFolders } = source;
  // A new database in place of one that vanished is nothing that a running server could use.
  if (!(await clusterExists(cluster.dataFolder, installed.major))) {
    throw new StartupError(`The database in ${cluster.dataFolder} is gone: bring it back.`);
  }
  const binaries = await prepareBinaries(installed, { account: cluster.account, copyFolders });
  return startPostmaster(cluster, binaries, wait, port);
}

/** This stops a PostgreSQL that nobody uses, so that the next try can start it on our port. */
async function leaveOtherPort({ cluster, port }: Member, { session }: Joined): Promise<Restored> {
  await leaveSession(cluster, session);
  const now = await findPostmaster(cluster.dataFolder);
  if (!now || now.port === port) return { obstacle: 'it was running on another port' };
  return displaced(
    `Another process has started the database in ${cluster.dataFolder} on port ${now.port}, for port ${port} was taken`,
  );
}

function displaced(reason: string): Restored {
  return { displaced: new StartupError(`${reason}: start this process anew.`) };
}
