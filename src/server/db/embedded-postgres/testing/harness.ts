import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { findPackage } from '../binaries.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type FolderOverrides,
  openEmbeddedPostgres,
} from '../open-embedded-postgres.ts';
import { findPostmaster, isPostmaster, type Postmaster } from '../postmaster.ts';

/** The timeout of a test that starts several databases on a busy machine (ms). */
export const SLOW = { timeout: 240_000 };

/** A separate process that has the database open; `holder.ts` is its program. */
export type Holder = {
  pid: number;
  connectionString: string;
  /** Makes the process release the database and end. */
  release(): Promise<void>;
  /** Kills the process with `kill -9`. */
  kill(): Promise<void>;
};

const cleanups: (() => Promise<unknown>)[] = [];

/** Runs all cleanups in reverse order after each test of the file. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  }, SLOW.timeout);
}

/** Registers a cleanup to run after the test. */
export function afterwards(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** Creates a folder that every user can enter. `mkdtemp` creates folders that only this user can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'embedded-postgres-'));
  await chmod(folder, 0o755);
  afterwards(() => removeFolder(folder));
  return folder;
}

/** Returns a DATA_DIR that does not exist yet. A PostgreSQL that still runs on it after the test is killed. */
export async function newDataDir(parent?: string): Promise<string> {
  const dataDir = join(parent ?? (await temporaryFolder()), 'data-dir');
  afterwards(() => killPostgres(dataFolderIn(dataDir)));
  return dataDir;
}

/** Creates a DATA_DIR with a database, for tests that are not about the first start. */
export async function preparedDataDir(parent?: string): Promise<string> {
  const dataDir = await newDataDir(parent);
  await mkdir(dataDir);
  return copyDataDir('empty', dataDir);
}

/** The data folder in a DATA_DIR that PostgreSQL's user can enter. */
export function dataFolderIn(dataDir: string): string {
  return join(dataDir, 'postgres', 'data');
}

/** Opens the database in this process. It is released when the test ends. */
export async function open(
  dataDir: string,
  purpose: EmbeddedPostgresOptions['purpose'],
  more: Pick<EmbeddedPostgresOptions, 'log' | 'onLost'> & { folders?: FolderOverrides } = {},
): Promise<EmbeddedPostgres> {
  const { folders, ...reporter } = more;
  const postgres = await openEmbeddedPostgres({ dataDir, purpose, ...reporter }, folders);
  afterwards(() => postgres.release());
  return postgres;
}

/** Runs a statement on a new connection. Returns its rows. */
export async function query<Row extends pg.QueryResultRow>(
  { connectionString }: { connectionString: string },
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Finds the PostgreSQL that runs on a DATA_DIR. Fails if there is none. */
export async function runningOn(dataDir: string): Promise<Postmaster> {
  const postmaster = await findPostmaster(dataFolderIn(dataDir));
  if (!postmaster) throw new Error(`nothing runs on ${dataDir}`);
  return postmaster;
}

/** Kills the PostgreSQL on this data folder, if any, with `kill -9`. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = await findPostmaster(dataFolder).catch(() => undefined);
  if (!postmaster) return;
  process.kill(postmaster.pid, 'SIGKILL');
  await until(async () => !(await isPostmaster(postmaster.pid, dataFolder)));
}

/** Waits until a condition is true. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Whether the tests run as root. */
export const asRoot = process.getuid?.() === 0;

/**
 * Mounts a small file system, so that tests can fill it instead of the real disk. Returns undefined if mounting fails.
 */
export async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await temporaryFolder();
  const options = `size=${megabytes}m,mode=755`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) return undefined;
  // Unmount lazily, because a process of PostgreSQL may still be ending in the folder.
  afterwards(async () => spawnSync('umount', ['--lazy', folder]));
  return folder;
}

/** Copies the npm package with PostgreSQL's programs, without the links that its install script would create. */
export async function packageWithoutLinks(parent: string): Promise<string> {
  const { folder } = await findPackage();
  const copy = join(parent, 'package');
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
  const list = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of list) await rm(join(copy, target));
  return copy;
}

/** Returns a function that starts holders in the tests of this file. */
export function holderStarter(): (
  dataDir: string,
  purpose: EmbeddedPostgresOptions['purpose'],
  more?: { folders?: FolderOverrides; prefix?: string[]; uid?: number; gid?: number },
) => Promise<Holder> {
  let folder = '';
  // The program is bundled, because Node 20 does not run TypeScript. The bundle is inside the project, so that it finds
  // the project's packages.
  beforeAll(async () => {
    const cache = fileURLToPath(new URL('../../../../../node_modules/.cache', import.meta.url));
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'holder-'));
    await chmod(folder, 0o755);
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: fileURLToPath(new URL('holder.ts', import.meta.url)),
        target: 'node20',
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'holder.mjs' } },
      },
    });
  }, SLOW.timeout);
  afterAll(() => removeFolder(folder));

  return async (dataDir, purpose, { folders, prefix = [], ...user } = {}) => {
    const argument = JSON.stringify({ options: { dataDir, purpose }, folders });
    const [program = '', ...parameters] = [...prefix, process.execPath];
    const child = spawn(program, [...parameters, join(folder, 'holder.mjs'), argument], {
      ...user,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return holderOf(child);
  };
}

async function holderOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Holder> {
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  afterwards(kill);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exit.then(([code]) => [JSON.stringify({ error: `it ended with ${code}` })]),
  ]);
  const message = JSON.parse(line) as { connectionString?: string; error?: string };
  if (message.connectionString === undefined) throw new Error(message.error);
  return {
    pid: child.pid ?? 0,
    connectionString: message.connectionString,
    async release() {
      child.stdin.write('\n');
      await exit;
    },
    kill,
  };
}
