import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError, childEnvironment, hasExited, stopChild } from './processes.mjs';

/** Long enough for a slow disk to make the database, and for a build if a source just changed. */
const START_PATIENCE = 120_000;

/** A little more than the server itself allows its shutdown. */
const STOP_PATIENCE = 15_000;

/**
 * @typedef {object} Product
 * @property {string} origin `http://127.0.0.1:PORT`
 * @property {number} pid
 * @property {NodeJS.ProcessEnv} environment what it runs with
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<string>} a new folder for a server's data */
export async function makeDataDir() {
  // Through no link: PostgreSQL names its folder so.
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'composable-jobs-bench-'));
  // Root's PostgreSQL runs as another user, who has to pass through.
  await chmod(dataDir, 0o711);
  return dataDir;
}

/**
 * The address of the database that a server over this folder runs.
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
 * Starts the production server over a folder; a second one over the same needs its `DATABASE_URL`.
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @param {AbortSignal} signal
 * @returns {Promise<Product>}
 * @throws {BenchError} where it does not get ready
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
    // Its own process group: Ctrl-C is for the benchmark, which then stops the server in order.
    detached: true,
    // Pipes and not the terminal itself, on which the server would colour its log.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(process.stderr);
  child.stderr.pipe(process.stderr);
  child.on('error', () => {});
  const ready = waitUntilReady(child, origin);
  const stop = async () => {
    // One that is stopped while it starts would leave its database running.
    await ready.catch(() => {});
    await stopChild(child, STOP_PATIENCE);
  };
  try {
    await Promise.race([ready, aborted(signal)]);
    return { origin, pid: child.pid ?? 0, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns {Promise<number>} a port that nobody uses at this moment */
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
  const end = Date.now() + START_PATIENCE;
  while (Date.now() < end) {
    if (hasExited(child)) throw new BenchError('The server ended before it was ready (see above).');
    const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    await reply?.arrayBuffer();
    if (reply?.ok) return;
    await sleep(50);
  }
  throw new BenchError(`The server was not ready after ${START_PATIENCE / 1000} seconds.`);
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
  // Root's database stands elsewhere where its user cannot enter the folder.
  const elsewhere = await readFile(join(dataDir, 'postgres/location'), 'utf8').catch(() => '');
  return elsewhere.trim() || join(dataDir, 'postgres');
}

/**
 * Removes the folder of servers that have ended, with its database.
 * @param {string} dataDir
 */
export async function removeData(dataDir) {
  for (const folder of [await databaseFolder(dataDir), dataDir]) {
    await stopLeftDatabase(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * Stops the PostgreSQL that a killed server left.
 * @param {string} dataFolder
 */
async function stopLeftDatabase(dataFolder) {
  const content = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, folder] = content.split('\n');
  if (folder !== dataFolder) return;
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      // SIGQUIT: at once, for nobody wants this data again.
      process.kill(Number(pid), attempt === 0 ? 'SIGQUIT' : 0);
    } catch {
      return;
    }
    await sleep(50);
  }
}
