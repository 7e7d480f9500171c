import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreErrors } from '#server/platform/files.ts';
import { prepareBinaries } from './binaries.ts';
import { type Cluster, clusterExists, makeCluster } from './cluster.ts';
import { errorLine, explainFailure } from './failures.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { createRetry, NotReady, QUIET_MS } from './retry.ts';
import {
  attach,
  becomeServer,
  ensureBoardDatabase,
  leaveSession,
  type Session,
} from './session.ts';
import { type StartOptions, startPostmaster } from './start-postmaster.ts';

const JOIN_POLL_MS = 20;
/**
 * The delays before attempts to restore the session (ms). Even the first attempt is delayed, because PostgreSQL's
 * processes are still ending.
 */
const MIN_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
const LEAVE_TIMEOUT_MS = 10_000;

/**
 * A process that uses a cluster. A cluster has at most one server and any number of commands. Commands can also use it
 * without a server.
 */
export type Member = {
  cluster: Cluster;
  purpose: 'server' | 'command';
  log: (message: string) => void;
  /**
   * Called when this process can no longer use PostgreSQL, because other processes run it on another port or as another
   * server.
   */
  onLost: (error: StartupError) => void;
};

/** A member's use of the cluster. */
export type Lease = {
  port: number;
  /** Ends the lease. Stops PostgreSQL if no other process uses it. May be called more than once. */
  leave(): Promise<void>;
};

/**
 * Thrown if this process cannot use PostgreSQL, because other processes run it on another port or as another server.
 */
class DisplacedError extends StartupError {
  constructor(reason: string) {
    super(`${reason}; restart this process.`);
  }
}

/**
 * Joins the cluster, after creating and starting it if necessary. At every step, another process may be faster or may
 * be stopping PostgreSQL; in both cases, this function retries.
 */
export async function joinCluster(member: Member): Promise<Lease> {
  const wait = createRetry(member.cluster, member.log);
  const leaving = new AbortController();
  for (;;) {
    try {
      const session = await join(member, { wait, leaving: leaving.signal });
      return holdLease(member, session, leaving);
    } catch (error) {
      if (!(error instanceof NotReady)) throw error;
      await wait(error.message, JOIN_POLL_MS);
    }
  }
}

/**
 * Attaches to the running PostgreSQL or starts it, and takes the locks that the member needs.
 * @throws NotReady if a retry can succeed
 */
async function join({ cluster, purpose, log }: Member, attempt: StartOptions): Promise<Session> {
  const { dataDir, dataFolder } = cluster;
  const running = await findPostmaster(dataFolder);
  const session = await attach(cluster, running ?? (await start(cluster, log, attempt)));
  if (attempt.port !== undefined && session.port !== attempt.port) {
    // Leave this session, which stops PostgreSQL if it is unused. A retry can then use the right port.
    await leaveSession(cluster, session);
    const now = await findPostmaster(dataFolder);
    if (now && now.port !== attempt.port) {
      throw new DisplacedError(
        `Another process has started the database in ${dataFolder} on port ${now.port}, because port ${attempt.port} was in use`,
      );
    }
    throw new NotReady('it was running on another port');
  }
  try {
    if (purpose === 'server' && !(await becomeServer(session))) {
      if (attempt.port !== undefined) {
        throw new DisplacedError(`Another server has taken over the database in ${dataFolder}`);
      }
      throw new StartupError(
        `Another server is already running on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await ensureBoardDatabase(session);
    return session;
  } catch (error) {
    await leaveSession(cluster, session);
    throw error;
  }
}

async function start(
  cluster: Cluster,
  log: Member['log'],
  attempt: StartOptions,
): Promise<Postmaster> {
  const binaries = await prepareBinaries(cluster);
  if (!(await clusterExists(cluster.dataFolder, cluster.installed.major))) {
    if (attempt.port !== undefined) {
      // Create no new database: it would be empty, and this process expects its data.
      throw new StartupError(
        `The database in ${cluster.dataFolder} is missing; restore the folder.`,
      );
    }
    log(`Creating the embedded database in ${cluster.dataFolder}`);
    await makeCluster(cluster, binaries);
  }
  return startPostmaster(cluster, binaries, attempt);
}

/**
 * Holds the locks of an attached session. When one of PostgreSQL's processes crashes, PostgreSQL drops all connections
 * and their locks but continues to run. The lease then takes the locks again, because otherwise the next command to
 * leave would stop PostgreSQL. If PostgreSQL has ended, the lease restarts it.
 */
function holdLease(member: Member, first: Session, leaving: AbortController): Lease {
  const { cluster } = member;
  const { port } = first;
  let session: Session | undefined;
  let restoring: Promise<void> = Promise.resolve();

  const hold = (held: Session) => {
    session = held;
    void held.lost.then((reason) => {
      if (leaving.signal.aborted) return;
      session = undefined;
      restoring = restore(reason);
    });
  };

  const restore = async (reason: string) => {
    const outage = startOutage(member, reason);
    for (let delay = MIN_RETRY_DELAY_MS; ; delay = Math.min(2 * delay, MAX_RETRY_DELAY_MS)) {
      await ignoreErrors(['ABORT_ERR'], () => sleep(delay, null, leaving), null);
      if (leaving.signal.aborted) return;
      try {
        const wait = createRetry(cluster, outage.log);
        const restored = await join(member, { wait, leaving: leaving.signal, port });
        outage.reportEnd();
        return hold(restored);
      } catch (error) {
        if (!leaving.signal.aborted) outage.reportFailure(error);
      }
    }
  };

  const end = async () => {
    leaving.abort();
    // An attempt to restore the database may still be running. It could start PostgreSQL after the lease has ended.
    await restoring;
    const deadline = Date.now() + LEAVE_TIMEOUT_MS;
    while (!session || !(await leaveSession(cluster, session))) {
      // The connection is lost, but PostgreSQL may still be running.
      const postmaster = await findPostmaster(cluster.dataFolder);
      if (!postmaster || Date.now() > deadline) return;
      session = await attach(cluster, postmaster).catch(() => undefined);
      if (!session) await sleep(JOIN_POLL_MS);
    }
  };

  hold(first);
  let ended: Promise<void> | undefined;
  return {
    port,
    leave() {
      ended ??= end();
      return ended;
    },
  };
}

/**
 * Logs that the connection is lost. The returned function logs why an attempt to restore the connection failed, each
 * reason only once.
 */
function startOutage({ cluster, log, onLost }: Member, reason: string) {
  const startedAt = Date.now();
  const reported = new Set<string>();
  const once = (message: string, report: () => void) => {
    if (!reported.has(message)) report();
    reported.add(message);
  };
  const logOnce = (line: string) => once(line, () => log(line));
  log(`Embedded database lost (${reason}); recovering`);
  return {
    log: logOnce,
    reportFailure(error: unknown) {
      const failure = explainFailure(error, cluster.dataFolder);
      if (failure instanceof DisplacedError) {
        once(failure.message, () => onLost(failure));
      } else if (failure instanceof StartupError || Date.now() - startedAt > QUIET_MS) {
        // Other failures are usually temporary: PostgreSQL is starting, or has ended again.
        logOnce(`Embedded database still unavailable: ${errorLine(failure)}`);
      }
    },
    reportEnd() {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      log(`Embedded database available again after ${seconds} s`);
    },
  };
}
