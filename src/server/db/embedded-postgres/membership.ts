import { setTimeout as sleep } from 'node:timers/promises';
import { attach, becomeServer, detach, type Purpose } from './attach.ts';
import type { Cluster } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';
import type { Session } from './session.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const REJOIN_MS = 50;
const LEAVE_PATIENCE_MS = 10_000;

/** Being one of those who use the cluster. */
export type Membership = {
  /** Ends it, and stops PostgreSQL where nobody else uses it. */
  leave(): Promise<void>;
};

/**
 * Keeps the locks of an attached session. PostgreSQL drops every connection, and so the locks,
 * when one of its processes crashes, yet it runs on: then they are taken again, lest the next
 * command to leave stops PostgreSQL under us.
 */
export function keepMembership(
  cluster: Cluster,
  purpose: Purpose,
  attached: Session,
  log: (message: string) => void,
): Membership {
  let session: Session | undefined;
  let isLeaving = false;
  let rejoining: Promise<void> = Promise.resolve();

  const hold = (held: Session) => {
    session = held;
    void held.lost.then((reason) => {
      if (isLeaving) return;
      session = undefined;
      log(`The embedded database dropped the connection that keeps it running: ${reason}`);
      rejoining = rejoin();
    });
  };

  const rejoin = async () => {
    while (!isLeaving) {
      const rejoined = await tryToRejoin(cluster, purpose);
      if (rejoined === 'gone') return;
      if (rejoined !== 'later') return hold(rejoined);
      await sleep(REJOIN_MS);
    }
  };

  hold(attached);
  return {
    async leave() {
      isLeaving = true;
      await rejoining;
      if (session && (await leaveSession(cluster, session))) return;
      // The connection is lost. PostgreSQL may be running all the same.
      const end = Date.now() + LEAVE_PATIENCE_MS;
      for (;;) {
        const rejoined = await tryToRejoin(cluster, 'command');
        if (rejoined === 'gone') return;
        if (rejoined !== 'later' && (await leaveSession(cluster, rejoined))) return;
        if (Date.now() > end) return;
        await sleep(REJOIN_MS);
      }
    },
  };
}

/** Never rejects: what fails here is tried again, or ends with PostgreSQL itself. */
async function tryToRejoin(
  cluster: Cluster,
  purpose: Purpose,
): Promise<Session | 'later' | 'gone'> {
  try {
    const postmaster = await findPostmaster(cluster.dataFolder);
    if (!postmaster) return 'gone';
    const attempt = await attach(cluster, postmaster.port);
    if (!('session' in attempt)) return 'later';
    // Where this fails the connection is lost once more, and its holder sees to that.
    if (purpose === 'server') await becomeServer(attempt.session).catch(() => false);
    return attempt.session;
  } catch {
    return 'later';
  }
}

/** Leaves through this session; false where its connection turns out to be lost. */
export async function leaveSession(cluster: Cluster, session: Session): Promise<boolean> {
  try {
    // Nobody can attach between these two: the session holds the lock until it is closed.
    const isLast = await detach(session).catch(() => undefined);
    if (isLast) await stopPostmaster(cluster.dataFolder);
    return isLast !== undefined;
  } finally {
    await session.close();
  }
}
