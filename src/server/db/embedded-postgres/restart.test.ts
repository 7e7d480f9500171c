import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from './open-embedded-postgres.ts';
import { findPostmaster, isPostmaster } from './postmaster.ts';
import {
  afterwards,
  cleanUpAfterEach,
  dataFolderIn,
  holderStarter,
  killPostgres,
  open,
  packageWithoutLinks,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
  temporaryFolder,
  until,
} from './testing/harness.ts';

const startHolder = holderStarter();
cleanUpAfterEach();

const LOST = expect.stringMatching(/^Embedded database lost \(.+\); recovering$/);
const BACK = expect.stringMatching(/^Embedded database available again after \d+\.\d s$/);
/** The log lines, except those about long waits, which appear only on a busy machine. */
const lossesAndReturns = (lines: string[]) =>
  lines.filter((line) => /database lost|available again/.test(line));
const LOCKS = "select from pg_locks where locktype = 'advisory'";

/** Opens a pool over the database, like the app. */
function poolOver({ connectionString }: EmbeddedPostgres): pg.Pool {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => {});
  afterwards(() => pool.end());
  return pool;
}

/** Repeats the query until it succeeds. */
async function rowsOf(pool: pg.Pool, sql: string): Promise<unknown[]> {
  let rows: unknown[] | undefined;
  await until(async () => {
    rows = await pool.query(sql).then(
      (result) => result.rows,
      () => undefined,
    );
    return rows !== undefined;
  });
  return rows ?? [];
}

async function isBack(dataDir: string, killed: number): Promise<boolean> {
  const postmaster = await findPostmaster(dataFolderIn(dataDir));
  return postmaster?.isReady === true && postmaster.pid !== killed;
}

/** The ids of all PostgreSQL processes on this folder, found by their command lines in /proc. */
async function postmastersOn(dataFolder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const matching: number[] = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`\0-D\0${dataFolder}\0`)) matching.push(pid);
  }
  return matching;
}

describe('after PostgreSQL is killed', SLOW, () => {
  test('the server restarts a killed PostgreSQL, and its pool reconnects to the same data', async () => {
    const dataDir = await preparedDataDir();
    const lines: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => lines.push(line) });
    const pool = poolOver(server);
    await pool.query("create table note as select 'stored' as text");
    const { pid, port } = await runningOn(dataDir);
    await killPostgres(dataFolderIn(dataDir));

    // Before that, a surviving child process of PostgreSQL may still respond.
    await until(async () => lossesAndReturns(lines).length > 1);
    expect(lossesAndReturns(lines)).toEqual([LOST, BACK]);
    expect(await rowsOf(pool, 'select text from note')).toEqual([{ text: 'stored' }]);
    const now = await runningOn(dataDir);
    expect(now.port).toBe(port);
    expect(now.pid).not.toBe(pid);

    await expect(open(dataDir, 'server')).rejects.toThrow('Another server is already running');
    await (await open(dataDir, 'command')).release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('the server also survives a second crash, and a crash during a query', async () => {
    const dataDir = await preparedDataDir();
    const lines: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => lines.push(line) });
    const pool = poolOver(server);
    await pool.query('create table round (number int)');
    for (const number of [1, 2]) {
      await pool.query('insert into round values ($1)', [number]);
      const broken = expect(pool.query('select pg_sleep(600)')).rejects.toThrow();
      const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep'";
      await until(async () => (await pool.query(sleeping)).rowCount === 1);
      await killPostgres(dataFolderIn(dataDir));
      await broken;
      await until(async () => lossesAndReturns(lines).length === 2 * number);
      expect(await rowsOf(pool, 'select number from round')).toHaveLength(number);
    }
    expect(lossesAndReturns(lines)).toEqual([LOST, BACK, LOST, BACK]);
  });

  test('a server that has taken over PostgreSQL from another server restarts PostgreSQL', async () => {
    const dataDir = await preparedDataDir();
    await (await startHolder(dataDir, 'server')).kill();
    const server = await open(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    await killPostgres(dataFolderIn(dataDir));
    await until(() => isBack(dataDir, pid));
    expect(await rowsOf(poolOver(server), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('releasing the database cancels the restart at any moment', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const moments: (() => Promise<unknown>)[] = [
      async () => {},
      () => until(async () => (await findPostmaster(folder)) !== undefined),
      () => until(async () => (await findPostmaster(folder))?.isReady === true),
    ];
    for (const moment of moments) {
      let isLost = false;
      const log = (line: string) => {
        isLost ||= line.includes('database lost');
      };
      const server = await open(dataDir, 'server', { log });
      await killPostgres(folder);
      await until(async () => isLost);
      await moment();
      await server.release();
      expect(await findPostmaster(folder)).toBeUndefined();
      expect(await postmastersOn(folder)).toEqual([]);
    }
  });

  test('a start that takes long is logged, and releasing the database does not wait for it', async () => {
    const packageFolder = await packageWithoutLinks(await temporaryFolder());
    const dataDir = await preparedDataDir();
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const server = await open(dataDir, 'server', { folders: { packageFolder }, log });
    const program = join(packageFolder, 'native', 'bin', 'postgres');
    const script = '#!/bin/sh\n[ "$1" = --version ] && exit\nexec sleep 600\n';
    await rm(program);
    await writeFile(program, script, { mode: 0o755 });
    await killPostgres(dataFolderIn(dataDir));
    const logFile = join(dataDir, 'postgres', 'postgres.log');
    const waiting = `Waiting for the embedded database: it is starting up; its log is ${logFile}`;
    await until(async () => lines.includes(waiting));
    const start = performance.now();
    await server.release();
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test('releasing the database cancels the restart even before the loss of PostgreSQL is noticed', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const server = await open(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    process.kill(pid, 'SIGKILL');
    await server.release();
    await until(async () => !(await isPostmaster(pid, folder)));
    expect(await findPostmaster(folder)).toBeUndefined();
  });

  test('a command that starts during the restart uses the same PostgreSQL as the server', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const server = await startHolder(dataDir, 'server');
    // Only a few rounds, because the server's retry delay doubles in each.
    for (let round = 0; round < 3; round++) {
      await killPostgres(folder);
      const command = await open(dataDir, 'command');
      expect(command.connectionString).toBe(server.connectionString);
      // Each of the two processes has a shared lock, and the server also has the server lock.
      await until(async () => (await query(command, LOCKS)).length === 3);
      expect(await postmastersOn(folder)).toContain((await runningOn(dataDir)).pid);
      await command.release();
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    await server.release();
    expect(await findPostmaster(folder)).toBeUndefined();
  });

  test('a command also restarts PostgreSQL', async () => {
    const dataDir = await preparedDataDir();
    const command = await open(dataDir, 'command');
    const pool = poolOver(command);
    const { pid } = await runningOn(dataDir);
    await killPostgres(dataFolderIn(dataDir));
    await until(() => isBack(dataDir, pid));
    expect(await rowsOf(pool, 'select 1 as one')).toEqual([{ one: 1 }]);
    await command.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('a missing database is not replaced with an empty one, and is used again once it is restored', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const lines: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => lines.push(line) });
    const pool = poolOver(server);
    await pool.query("create table note as select 'stored' as text");
    const { pid } = await runningOn(dataDir);
    await rename(folder, `${folder}-away`);
    process.kill(pid, 'SIGKILL');
    // On a busy machine, another reason may be logged first.
    const missing = `Embedded database still unavailable: The database in ${folder} is missing; restore the folder.`;
    await until(async () => lines.includes(missing));
    expect(lossesAndReturns(lines)).toEqual([LOST]);
    await rename(`${folder}-away`, folder);
    await until(async () => lossesAndReturns(lines).length > 1);
    expect(lossesAndReturns(lines)).toEqual([LOST, BACK]);
    expect(await rowsOf(pool, 'select text from note')).toEqual([{ text: 'stored' }]);
  });
});
