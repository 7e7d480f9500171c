import { StartupError } from '#server/platform/errors.ts';
import { prepareBinaries, type Source } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { becomeServer, leaveSession, type Purpose } from './connect-or-start.ts';
import { type Joined, tryToJoin } from './join-cluster.ts';

import { clusterExists } from './make-cluster.ts';
import { findPostmaster } from './postmaster.ts';
import type { NotReady, Wait } from './retry.ts';
import type { Session } from './session.ts';
import { startPostmaster } from './start-postmaster.ts';

/** A process that uses the cluster. It identifies PostgreSQL by its port. */
export type Member = { cluster: Cluster; source: Source; purpose: Purpose; port: number };

/** The result of one attempt; `displaced` if other processes use PostgreSQL in a way that excludes this one. */
export type Restored = { session: Session } | NotReady | { displaced: StartupError };

/**
 * Reconnects a member that lost its session and takes the same locks. Starts PostgreSQL if it is not running.
 * @throws StartupError if PostgreSQL does not start
 */
export async function restoreSession(member: Member, wait: Wait): Promise<Restored> {
  const joined = await tryToJoin(member.cluster, () => startAgain(member, wait));
  if ('notReady' in joined) return joined;
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
  // Refuse to create a new database: it would be empty, and the running server expects its data.
  if (!(await clusterExists(cluster.dataFolder, installed.major))) {
    throw new StartupError(`The database in ${cluster.dataFolder} is missing; restore the folder.`);
  }
  const binaries = await prepareBinaries(installed, { account: cluster.account, copyFolders });
  return startPostmaster(cluster, binaries, wait, port);
}

/** Leaves a PostgreSQL on another port. Leaving stops it if it is unused, so that a retry can use the right port. */
async function leaveOtherPort({ cluster, port }: Member, { session }: Joined): Promise<Restored> {
  await leaveSession(cluster, session);
  const now = await findPostmaster(cluster.dataFolder);
  if (!now || now.port === port) return { notReady: 'it was running on another port' };
  return displaced(
    `Another process has started the database in ${cluster.dataFolder} on port ${now.port}, because port ${port} was in use`,
  );
}

function displaced(reason: string): Restored {
  return { displaced: new StartupError(`${reason}; restart this process.`) };
}
