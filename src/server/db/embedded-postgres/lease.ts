import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreErrors } from '#server/platform/files.ts';
import type { Cluster } from './cluster.ts';
import { attach, leaveSession } from './connect-or-start.ts';
import { type Outage, type Reporter, startOutage } from './outage.ts';
import { findPostmaster } from './postmaster.ts';
import { type Member, restoreSession } from './restore-session.ts';
import type { Session } from './session.ts';

const MIN_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
/** Minimum run time of a PostgreSQL for the retry delay to be reset. */
const STABLE_AFTER_MS = 60_000;
const REJOIN_POLL_MS = 50;
const CRASH_DETECTION_MS = 250;
const LEAVE_TIMEOUT_MS = 10_000;

/** A member's use of the cluster. */
export type Lease = {
  /** Ends the lease, and stops PostgreSQL if no other process uses it. */
  leave(): Promise<void>;
};

/**
 * Maintains the locks of an attached session. When one of PostgreSQL's processes crashes, PostgreSQL drops all
 * connections and their locks but keeps running. The lease then takes the locks again, because otherwise the next
 * command to leave would stop PostgreSQL. If PostgreSQL has ended, the lease restarts it.
 */
export function holdLease(member: Member, attached: Session, reporter: Reporter): Lease {
  const { cluster } = member;
  const leaving = new AbortController();
  let session: Session | undefined;
  let restoring: Promise<void> = Promise.resolve();
  let delay = 0;
  let leaveBy = Number.POSITIVE_INFINITY;

  const hold = (held: Session) => {
    const startedAt = Date.now();
    session = held;
    void held.lost.then((reason) => {
      if (leaving.signal.aborted) return;
      session = undefined;
      if (Date.now() - startedAt > STABLE_AFTER_MS) delay = 0;
      restoring = restore(startOutage(cluster, reporter, reason));
    });
  };

  const restore = async (outage: Outage) => {
    for (;;) {
      await ignoreErrors(['ABORT_ERR'], () => sleep(delay, null, leaving), null);
      if (leaving.signal.aborted) return;
      delay = Math.min(Math.max(2 * delay, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS);
      // A release waits for an attempt in progress; otherwise PostgreSQL could start after the release.
      const attempt = restoreSession(
        member,
        outage.newWait(() => leaveBy),
      );
      const restored = await attempt.catch(outage.reportFailure);
      if (restored && 'session' in restored) {
        outage.reportEnd();
        return hold(restored.session);
      }
      if (restored) outage.report(restored);
    }
  };

  hold(attached);
  return {
    async leave() {
      leaveBy = Date.now() + LEAVE_TIMEOUT_MS;
      leaving.abort();
      await restoring;
      if (session && (await leaveSession(cluster, session))) return;
      // The connection is lost, but PostgreSQL may still be running.
      for (;;) {
        const rejoined = await tryToRejoin(cluster);
        if (rejoined === 'ended') return;
        if (rejoined !== 'not ready') {
          // Until PostgreSQL notices that one of its processes crashed, that process's lock still exists and looks like
          // another member's. When PostgreSQL notices, it drops this session too.
          await sleep(CRASH_DETECTION_MS);
          if (await leaveSession(cluster, rejoined)) return;
        }
        if (Date.now() > leaveBy) return;
        await sleep(REJOIN_POLL_MS);
      }
    },
  };
}

/** Never rejects: a failure is retried, or resolves itself when PostgreSQL ends. */
async function tryToRejoin(cluster: Cluster): Promise<Session | 'not ready' | 'ended'> {
  try {
    const postmaster = await findPostmaster(cluster.dataFolder);
    if (!postmaster) return 'ended';
    const attempt = await attach(cluster, postmaster);
    return 'session' in attempt ? attempt.session : 'not ready';
  } catch {
    return 'not ready';
  }
}
