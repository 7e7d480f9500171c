import { spawn } from 'node:child_process';
import { type FileHandle, open, rename, stat, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { isRoot } from './account.ts';
import type { Binaries } from './binaries.ts';
import { asAccount, childEnvironment } from './child.ts';
import type { Cluster } from './cluster.ts';
import { diskFull, ignoreErrors, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { freePort } from './free-port.ts';
import { findPostmaster, lastPort, logSince, type Postmaster } from './postmaster.ts';
import type { NotReady, Wait } from './retry.ts';

const MIB = 1024 ** 2;
const LARGEST_LOG = 1_048_576;
/** For commands and people; and for each process that serves, of which there is one to a core. */
const CONNECTIONS = 60;
const CONNECTIONS_OF_SERVER = 16;
const POLL_MS = 5;
const PORT_ATTEMPTS = 10;

/** Said by a PostgreSQL that came second, or whose forerunner is not yet wholly gone. */
const LOST_RACE = /lock file ".*" (already exists|is empty)|shared memory block .* still in use/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/**
 * Starts PostgreSQL on the cluster and waits until it takes connections. It listens on `fixedPort`;
 * without one, where it did the last time if that port is free. Gives the obstacle where another
 * process was quicker, an earlier PostgreSQL is not wholly gone, or `fixedPort` is taken: then look
 * again.
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  wait: Wait,
  fixedPort?: number,
): Promise<Postmaster | NotReady> {
  // A server that lost its PostgreSQL finds the one that we start only where its own was.
  const preferred = fixedPort ?? (await lastPort(cluster.dataFolder));
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 && preferred !== undefined ? preferred : await freePort();
    const outcome = await startOnPort(cluster, binaries, port, wait);
    if (typeof outcome !== 'string') return outcome;
    if (LOST_RACE.test(outcome)) return { obstacle: 'another process is starting or leaving it' };
    if (PORT_TAKEN.test(outcome)) {
      if (fixedPort !== undefined) return { obstacle: `its port ${fixedPort} is taken` };
      // Between choosing a port and using it, anybody may take it.
      if (attempt < PORT_ATTEMPTS) continue;
    }
    throw await startFailure(cluster, outcome);
  }
}

/** Gives the running PostgreSQL, or what the one that ended had written. */
async function startOnPort(
  cluster: Cluster,
  binaries: Binaries,
  port: number,
  wait: Wait,
): Promise<Postmaster | string> {
  const log = await openLog(cluster.logFile);
  try {
    const { size } = await log.stat();
    const child = spawn(binaries.postgres, ['-D', cluster.dataFolder, ...settings(port)], {
      ...asAccount(cluster.account),
      cwd: cluster.dataFolder,
      env: childEnvironment(),
      // Its own process group: Ctrl-C is for the server, which then stops PostgreSQL in order.
      detached: true,
      // A file, for a pipe would break with the death of this process.
      stdio: ['ignore', log.fd, log.fd],
    });
    let ended = false;
    let spawnError: Error | undefined;
    child.once('exit', () => {
      ended = true;
    });
    child.once('error', (error) => {
      spawnError = error;
    });
    child.unref();
    while (!ended && !spawnError) {
      const postmaster = await findPostmaster(cluster.dataFolder);
      if (postmaster && postmaster.pid === child.pid && postmaster.isReady) return postmaster;
      await wait('it is starting up', POLL_MS);
    }
    if (spawnError) throw spawnError;
    return await logSince(cluster.logFile, size);
  } finally {
    await log.close();
  }
}

/** Given on the command line and not in a file: they then hold for clusters of every age. */
function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: CONNECTIONS + CONNECTIONS_OF_SERVER * availableParallelism(),
    // What is read often stays in here. Memory that is never used is never taken.
    shared_buffers: `${Math.round(sharedMemory() / MIB)}MB`,
    effective_cache_size: `${Math.round((2 * sharedMemory()) / MIB)}MB`,
    // A solid disk, and most of it in memory.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Routine news would make the log grow for as long as the server runs.
    log_checkpoints: 'off',
    // The details of an error repeat the rows that it is about, and those may hold e-mail addresses.
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A quarter of what this process may have, as PostgreSQL's own advice goes, within bounds (bytes). */
function sharedMemory(): number {
  const quarter = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4;
  return Math.max(128 * MIB, Math.min(quarter, 1_024 * MIB));
}

/** Opens the log for adding to it, and sets it aside first where it has grown large. */
async function openLog(path: string): Promise<FileHandle> {
  const size = await ignoreErrors(['ENOENT'], async () => (await stat(path)).size, 0);
  // Two processes may do this at once; the second then finds nothing to set aside.
  if (size > LARGEST_LOG) {
    await ignoreErrors(['ENOENT'], () => rename(path, `${path}.1`), undefined);
  }
  const log = await open(path, 'a', 0o600);
  if (isRoot()) {
    // Where an ordinary user starts next time, in a folder of their own, they add to it too.
    const { uid, gid } = await stat(dirname(path));
    await log.chown(uid, gid);
  }
  return log;
}

async function startFailure(cluster: Cluster, output: string): Promise<StartupError> {
  // On a full disk the log may have had no room for PostgreSQL to say so.
  const { bavail, bsize } = await statfs(cluster.dataFolder);
  if (isDiskFull(output) || (output.trim() === '' && bavail * bsize < LARGEST_LOG)) {
    return diskFull(cluster.dataFolder);
  }
  const line = lastMeaningfulLine(output) || 'it ended without saying why';
  return new StartupError(`PostgreSQL did not start: ${line} (its log is ${cluster.logFile}).`);
}
