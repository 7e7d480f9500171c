import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError, childEnvironment, hasExited, stopChild } from './processes.mjs';

/** The time limit for a start (ms). It includes building, and creating a database on a slow disk. */
const START_TIMEOUT = 120_000;

/** The time limit for stopping the server (ms), slightly longer than the server's own limit. */
const STOP_TIMEOUT = 15_000;

/** @typedef {{ origin: string, pid: number, environment: NodeJS.ProcessEnv }} Product */

/**
 * Runs `use` with this data folder. Without a folder, uses a new one and removes it afterwards.
 * @template T
 * @param {string | undefined} folder
 * @param {(folder: string) => Promise<T>} use
 */
export async function withFolder(folder, use) {
  if (folder !== undefined) return use(folder);
  // Resolve symbolic links, so that the path is the one that PostgreSQL uses.
  const ownFolder = await mkdtemp(join(await realpath(tmpdir()), 'composable-jobs-bench-'));
  // If the benchmark runs as root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(ownFolder, 0o711);
  try {
    return await use(ownFolder);
  } finally {
    // If the server was killed, its PostgreSQL still runs, and ends when its folder disappears.
    for (const path of [await databaseFolder(ownFolder), ownFolder]) {
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}

/** @param {string} dataDir */
async function databaseFolder(dataDir) {
  // If the server runs as root and PostgreSQL's user cannot enter this folder, the database is in another folder.
  const elsewhere = await readFile(join(dataDir, 'postgres/location'), 'utf8').catch(() => '');
  return elsewhere.trim() || join(dataDir, 'postgres');
}

/**
 * The URL of the running embedded database of this data folder.
 * @param {string} dataDir
 */
export async function databaseUrl(dataDir) {
  const password = await readFile(join(dataDir, 'postgres/password'), 'utf8');
  const port = (await readLockFile(dataDir))[3];
  return `postgres://board:${password.trim()}@127.0.0.1:${port}/board?sslmode=disable`;
}

/**
 * The main process of the embedded database of this data folder.
 * @param {string} dataDir
 */
export async function databasePid(dataDir) {
  return Number((await readLockFile(dataDir))[0]);
}

/** @param {string} dataDir */
async function readLockFile(dataDir) {
  const lock = await readFile(join(await databaseFolder(dataDir), 'data/postmaster.pid'), 'utf8');
  return lock.split('\n').map((line) => line.trim());
}

/**
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} use
 */
export async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url });
  // Ignore a lost connection here, because the query fails too.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `use` while the production server runs on a data folder. To start a second server on the same data, pass the
 * first one's database as `DATABASE_URL`.
 * @template T
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @param {AbortSignal} signal
 * @param {(product: Product) => Promise<T>} use
 * @throws {BenchError} if the server does not become ready
 */
export async function withProduct(dataDir, settings, signal, use) {
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
    // Raise the rate limit, because all requests come from one address.
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });
  const child = spawn(process.execPath, ['scripts/run.mjs', 'main'], {
    cwd: ROOT,
    env: environment,
    // Start a separate process group, so that Ctrl-C reaches only the benchmark, which then stops the server.
    detached: true,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  child.on('error', () => {});
  try {
    // Wait even if the benchmark is interrupted: a server that is stopped during its start would leave its database
    // running.
    await waitUntilReady(child, origin);
    signal.throwIfAborted();
    return await use({ origin, pid: child.pid ?? 0, environment });
  } finally {
    await stopChild(child, STOP_TIMEOUT);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} origin
 */
async function waitUntilReady(child, origin) {
  const end = Date.now() + START_TIMEOUT;
  while (Date.now() < end) {
    if (hasExited(child)) throw new BenchError('The server ended before it was ready (see above).');
    const timeout = AbortSignal.timeout(5_000);
    const response = await fetch(`${origin}/readyz`, { signal: timeout }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(50);
  }
  throw new BenchError(`The server was not ready after ${START_TIMEOUT / 1000} seconds.`);
}
