import { spawn } from 'node:child_process';
import { type FileHandle, open, rename, stat, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreErrors } from '#server/platform/files.ts';
import { isRoot } from './account.ts';
import type { Binaries } from './binaries.ts';
import { asAccount, childEnvironment } from './child.ts';
import type { Cluster } from './cluster.ts';
import { diskFull, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { freePort } from './free-port.ts';
import { findPostmaster, lastPort, logSince, type Postmaster } from './postmaster.ts';
import type { NotReady, Wait } from './retry.ts';

const MIB = 1024 ** 2;
const MAX_LOG_BYTES = 1_048_576;
/**
 * The number of connections for commands and administrators, and for each server process. There may be one server
 * process per core.
 */
const EXTRA_CONNECTIONS = 60;
const CONNECTIONS_PER_SERVER = 16;
const POLL_MS = 5;
const PORT_ATTEMPTS = 10;

/** Output of a PostgreSQL that lost the race to start, or whose predecessor has not completely ended. */
const LOST_RACE = /lock file ".*" (already exists|is empty)|shared memory block .* still in use/;
const PORT_IN_USE = /could not create any TCP\/IP sockets/;

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. It listens on `fixedPort`, or else on its
 * previous port if that is free. Returns `NotReady` if another process was faster, a previous PostgreSQL has not
 * completely ended, or `fixedPort` is in use; the caller then retries.
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  wait: Wait,
  fixedPort?: number,
): Promise<Postmaster | NotReady> {
  // The previous port lets a server that lost its PostgreSQL find the one started here.
  const preferred = fixedPort ?? (await lastPort(cluster.dataFolder));
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 && preferred !== undefined ? preferred : await freePort();
    const outcome = await startOnPort(cluster, binaries, port, wait);
    if (typeof outcome !== 'string') return outcome;
    if (LOST_RACE.test(outcome)) return { notReady: 'another process is starting or stopping it' };
    if (PORT_IN_USE.test(outcome)) {
      if (fixedPort !== undefined) return { notReady: `its port ${fixedPort} is in use` };
      // Another program may take a free port before PostgreSQL listens on it.
      if (attempt < PORT_ATTEMPTS) continue;
    }
    throw await startFailure(cluster, outcome);
  }
}

/** Returns the running PostgreSQL, or the output of the one that ended. */
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
      // A separate process group: Ctrl-C reaches only the server, which then stops PostgreSQL cleanly.
      detached: true,
      // A file rather than a pipe, which would break if this process died.
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

/** Settings passed on the command line instead of a file, so that they apply to clusters of every age. */
function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: EXTRA_CONNECTIONS + CONNECTIONS_PER_SERVER * availableParallelism(),
    // Cache for frequently read data. Unused shared memory is never allocated.
    shared_buffers: `${Math.round(sharedMemory() / MIB)}MB`,
    effective_cache_size: `${Math.round((2 * sharedMemory()) / MIB)}MB`,
    // Assumes an SSD, with most of the data in memory.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Routine messages would make the log grow while the server runs.
    log_checkpoints: 'off',
    // Error details repeat the rows concerned, which may contain email addresses.
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A quarter of the available memory, as PostgreSQL's manual recommends, within bounds (bytes). */
function sharedMemory(): number {
  const quarter = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4;
  return Math.max(128 * MIB, Math.min(quarter, 1_024 * MIB));
}

/** Opens the log for appending, and rotates it first if it is large. */
async function openLog(path: string): Promise<FileHandle> {
  const size = await ignoreErrors(['ENOENT'], async () => (await stat(path)).size, 0);
  // Two processes may rotate at once; the second one then finds no file.
  if (size > MAX_LOG_BYTES) {
    await ignoreErrors(['ENOENT'], () => rename(path, `${path}.1`), undefined);
  }
  const log = await open(path, 'a', 0o600);
  if (isRoot()) {
    // The log belongs to the folder's owner, so that a later start as an ordinary user can append to it.
    const { uid, gid } = await stat(dirname(path));
    await log.chown(uid, gid);
  }
  return log;
}

async function startFailure(cluster: Cluster, output: string): Promise<StartupError> {
  // On a full disk, PostgreSQL may not even be able to log the reason.
  const { bavail, bsize } = await statfs(cluster.dataFolder);
  if (isDiskFull(output) || (output.trim() === '' && bavail * bsize < MAX_LOG_BYTES)) {
    return diskFull(cluster.dataFolder);
  }
  const line = lastMeaningfulLine(output) || 'it ended without a message';
  return new StartupError(
    `PostgreSQL did not start: ${line}. Read its log, ${cluster.logFile}, for details.`,
  );
}
