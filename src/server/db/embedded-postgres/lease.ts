import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { attach } from './connect-or-start.ts';
import { ignoreErrors } from './failures.ts';
import { leaveSession } from './leave-session.ts';
import { newOutage, type Outage, type Voice } from './outage.ts';
import { findPostmaster } from './postmaster.ts';
import { type Member, restoreSession } from './restore-session.ts';
import type { Session } from './session.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A PostgreSQL that ran for less was no success, and is not started again at once. */
const CALM_MS = 60_000;
const REJOIN_MS = 50;
const NOTICE_MS = 250;
const LEAVE_PATIENCE_MS = 10_000;

/** Being one of those who use the cluster. */
export type Lease = {
  /** Ends it, and stops PostgreSQL where nobody else uses it. */
  leave(): Promise<void>;
};

/**
 * Keeps the locks of an attached session. PostgreSQL drops every connection, and so the locks,
 * when one of its processes crashes, yet it runs on: then they are taken again, lest the next
 * command to leave stops PostgreSQL under us. Where it is gone altogether it is started again.
 */
export function holdLease(member: Member, attached: Session, voice: Voice): Lease {
  const { cluster } = member;
  const leaving = new AbortController();
  let session: Session | undefined;
  let restoring: Promise<void> = Promise.resolve();
  let pause = 0;
  let leaveBy = Number.POSITIVE_INFINITY;

  const hold = (held: Session) => {
    const begin = Date.now();
    session = held;
    void held.lost.then((reason) => {
      if (leaving.signal.aborted) return;
      session = undefined;
      if (Date.now() - begin > CALM_MS) pause = 0;
      restoring = restore(newOutage(cluster, voice, reason));
    });
  };

  const restore = async (outage: Outage) => {
    for (;;) {
      await ignoreErrors(['ABORT_ERR'], () => sleep(pause, null, leaving), null);
      if (leaving.signal.aborted) return;
      pause = Math.min(Math.max(2 * pause, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      // A start under way is not left alone by a release: PostgreSQL would come up behind its back.
      const attempt = restoreSession(
        member,
        outage.newWait(() => leaveBy),
      );
      const restored = await attempt.catch(outage.tellFailure);
      if (restored && 'session' in restored) {
        outage.tellEnd();
        return hold(restored.session);
      }
      if (restored) outage.tell(restored);
    }
  };

  hold(attached);
  return {
    async leave() {
      leaveBy = Date.now() + LEAVE_PATIENCE_MS;
      leaving.abort();
      await restoring;
      if (session && (await leaveSession(cluster, session))) return;
      // The connection is lost. PostgreSQL may be running all the same.
      for (;;) {
        const rejoined = await tryToRejoin(cluster);
        if (rejoined === 'gone') return;
        if (rejoined !== 'later') {
          // Until PostgreSQL notices that one of its processes died, that one's lock still counts,
          // and would pass for another member's. Noticing, it drops this session as well.
          await sleep(NOTICE_MS);
          if (await leaveSession(cluster, rejoined)) return;
        }
        if (Date.now() > leaveBy) return;
        await sleep(REJOIN_MS);
      }
    },
  };
}

/** Never rejects: what fails here is tried again, or ends with PostgreSQL itself. */
async function tryToRejoin(cluster: Cluster): Promise<Session | 'later' | 'gone'> {
  try {
    const postmaster = await findPostmaster(cluster.dataFolder);
    if (!postmaster) return 'gone';
    const attempt = await attach(cluster, postmaster);
    return 'session' in attempt ? attempt.session : 'later';
  } catch {
    return 'later';
  }
}
