import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError, childEnvironment, hasExited, stopChild } from './processes.mjs';

/** Long enough for creating a database on a slow disk, and for a build (ms). */
const START_TIMEOUT = 120_000;

/** Slightly longer than the server's own limit for a shutdown (ms). */
const STOP_TIMEOUT = 15_000;

/**
 * @typedef {object} Product
 * @property {string} origin `http://127.0.0.1:PORT`
 * @property {number} pid
 * @property {NodeJS.ProcessEnv} environment
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<string>} a new data folder */
export async function makeDataDir() {
  // PostgreSQL reports its folder without symbolic links.
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'composable-jobs-bench-'));
  // As root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  return dataDir;
}

/**
 * The URL of the embedded database of this data folder.
 * @param {string} dataDir
 */
export async function databaseUrl(dataDir) {
  const password = await readFile(join(dataDir, 'postgres/password'), 'utf8');
  const [, , , port] = (
    await readFile(join(await databaseFolder(dataDir), 'data/postmaster.pid'), 'utf8')
  ).split('\n');
  return `postgres://board:${password.trim()}@127.0.0.1:${port?.trim()}/board?sslmode=disable`;
}

/**
 * Starts the production server on a data folder. A second server on the same data needs its `DATABASE_URL`.
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @param {AbortSignal} signal
 * @returns {Promise<Product>}
 * @throws {BenchError} if it does not become ready
 */
export async function startProduct(dataDir, settings, signal) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = childEnvironment({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'warn',
    // All requests come from one address.
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });
  const child = spawn(process.execPath, ['scripts/run.mjs', 'main'], {
    cwd: ROOT,
    env: environment,
    // A separate process group: Ctrl-C reaches only the benchmark, which then stops the server.
    detached: true,
    // Pipes, because the server would color its log on a terminal.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(process.stderr);
  child.stderr.pipe(process.stderr);
  child.on('error', () => {});
  const ready = waitUntilReady(child, origin);
  const stop = async () => {
    // A server that is stopped during its start would leave its database running.
    await ready.catch(() => {});
    await stopChild(child, STOP_TIMEOUT);
  };
  try {
    await Promise.race([ready, aborted(signal)]);
    return { origin, pid: child.pid ?? 0, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns {Promise<number>} a currently free port */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} origin
 */
async function waitUntilReady(child, origin) {
  const end = Date.now() + START_TIMEOUT;
  while (Date.now() < end) {
    if (hasExited(child)) throw new BenchError('The server ended before it was ready (see above).');
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(50);
  }
  throw new BenchError(`The server was not ready after ${START_TIMEOUT / 1000} seconds.`);
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
function aborted(signal) {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** @param {string} dataDir */
async function databaseFolder(dataDir) {
  // As root, the database is elsewhere if its user has no access to the folder.
  const elsewhere = await readFile(join(dataDir, 'postgres/location'), 'utf8').catch(() => '');
  return elsewhere.trim() || join(dataDir, 'postgres');
}

/**
 * Removes the data folder of stopped servers, with its database.
 * @param {string} dataDir
 */
export async function removeData(dataDir) {
  for (const folder of [await databaseFolder(dataDir), dataDir]) {
    await stopLeftDatabase(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * Stops the PostgreSQL of a killed server.
 * @param {string} dataFolder
 */
async function stopLeftDatabase(dataFolder) {
  const content = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, folder] = content.split('\n');
  if (folder !== dataFolder) return;
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      // SIGQUIT stops at once, because the data is not needed again.
      process.kill(Number(pid), attempt === 0 ? 'SIGQUIT' : 0);
    } catch {
      return;
    }
    await sleep(50);
  }
}
