import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { copyFile, type FileHandle, open, readFile, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { readFileIfAny } from '#server/platform/files.ts';
import { spawnOptions } from './account.ts';
import type { Cluster } from './cluster.ts';
import { diskFull, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { NotReady, type Wait } from './retry.ts';

const MIB = 1024 ** 2;
const MAX_LOG_BYTES = 1_048_576;
/**
 * The number of connections for commands and administrators, and the number for each server process. There may be one
 * server process per core.
 */
const EXTRA_CONNECTIONS = 60;
const CONNECTIONS_PER_SERVER = 16;
const POLL_MS = 5;
const PORT_ATTEMPTS = 10;

/**
 * Matches PostgreSQL's output if it cannot start because another process has already started it, or because the previous
 * PostgreSQL has not completely ended.
 */
const LOST_RACE = /lock file ".*" (already exists|is empty)|shared memory block .* still in use/;
const PORT_IN_USE = /could not create any TCP\/IP sockets/;

/** How to start PostgreSQL. If `port` is set, no other port is used. Aborting `leaving` cancels the start. */
export type StartOptions = { wait: Wait; leaving: AbortSignal; port?: number };

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. It listens on the given port. If none is
 * given, it listens on its previous port if that is free, and otherwise on a random port.
 * @throws NotReady if another process was faster, a previous PostgreSQL has not completely ended, or the given port is
 * in use
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: string,
  options: StartOptions,
): Promise<Postmaster> {
  // Try the previous port first, so that a server that lost its PostgreSQL finds the new one.
  let port = options.port ?? (await lastPort(cluster.dataFolder)) ?? randomPort();
  for (let attempt = 1; ; attempt++) {
    const outcome = await startOnPort(cluster, binaries, port, options);
    if (typeof outcome !== 'string') return outcome;
    if (LOST_RACE.test(outcome)) throw new NotReady('another process is starting or stopping it');
    if (!PORT_IN_USE.test(outcome) || attempt === PORT_ATTEMPTS) {
      throw await startFailure(cluster, outcome);
    }
    if (options.port !== undefined) throw new NotReady(`its port ${options.port} is in use`);
    port = randomPort();
  }
}

/** The last port on which PostgreSQL listened. It is in `postmaster.opts`, which stays when PostgreSQL ends. */
async function lastPort(dataFolder: string): Promise<number | undefined> {
  const commandLine = await readFileIfAny(join(dataFolder, 'postmaster.opts'));
  const port = Number(/"port=(\d+)"/.exec(commandLine ?? '')?.[1]);
  return Number.isInteger(port) ? port : undefined;
}

/**
 * A random port below the ephemeral range. While PostgreSQL is down, the system could assign a port of that range to
 * another program. https://docs.kernel.org/networking/ip-sysctl.html
 */
function randomPort(): number {
  return randomInt(31_000, 32_768);
}

/**
 * Starts PostgreSQL on the port. Returns the running PostgreSQL once it is ready, or its output if it ends before that.
 */
async function startOnPort(
  cluster: Cluster,
  binaries: string,
  port: number,
  { wait, leaving }: StartOptions,
): Promise<Postmaster | string> {
  const log = await openLog(cluster.logFile);
  try {
    const { size } = await log.stat();
    const child = spawn(join(binaries, 'postgres'), ['-D', cluster.dataFolder, ...settings(port)], {
      ...spawnOptions(cluster.account),
      cwd: cluster.dataFolder,
      // Start a separate process group, so that Ctrl-C reaches only the server, which then stops PostgreSQL cleanly.
      detached: true,
      // Write to a file, because a pipe would break if this process died.
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
      // No other process can use this PostgreSQL yet, so stopping it is safe.
      if (leaving.aborted) child.kill('SIGINT');
      await wait('it is starting up', POLL_MS);
    }
    if (spawnError) throw spawnError;
    return (await readFile(cluster.logFile)).subarray(size).toString('utf8');
  } finally {
    await log.close();
  }
}

/**
 * The settings of PostgreSQL. They are passed on the command line and not in a file, so that they apply to clusters of
 * every version.
 */
function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: EXTRA_CONNECTIONS + CONNECTIONS_PER_SERVER * availableParallelism(),
    // Cache for frequently read data. Unused shared memory is never allocated.
    shared_buffers: `${Math.round(sharedMemory() / MIB)}MB`,
    effective_cache_size: `${Math.round((2 * sharedMemory()) / MIB)}MB`,
    // Expect an SSD, with most of the data in memory.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Disable routine messages, which would make the log grow while the server runs.
    log_checkpoints: 'off',
    // Leave out the details of errors, which repeat rows that may contain email addresses.
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The shared memory (bytes): a quarter of the available memory, as PostgreSQL's manual recommends, within bounds. */
function sharedMemory(): number {
  const quarter = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4;
  return Math.max(128 * MIB, Math.min(quarter, 1_024 * MIB));
}

/** Opens the log for appending. If the log is large, first moves its content to another file. */
async function openLog(path: string): Promise<FileHandle> {
  const log = await open(path, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) {
    await copyFile(path, `${path}.1`);
    await log.truncate();
  }
  return log;
}

async function startFailure(cluster: Cluster, output: string): Promise<StartupError> {
  // On a full disk, PostgreSQL may be unable to log the reason, so also check the free space.
  const { bavail, bsize } = await statfs(cluster.dataFolder);
  if (isDiskFull(output) || bavail * bsize < MAX_LOG_BYTES) {
    return diskFull(cluster.dataFolder);
  }
  const line = lastMeaningfulLine(output) || 'it ended without a message';
  return new StartupError(
    `PostgreSQL did not start: ${line}. Read its log, ${cluster.logFile}, for details.`,
  );
}
