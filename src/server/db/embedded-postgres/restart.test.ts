import { readdir, readFile, rename } from 'node:fs/promises';
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
  preparedDataDir,
  query,
  runningOn,
  SLOW,
  until,
} from './testing/harness.ts';

const startHolder = holderStarter();
cleanUpAfterEach();

const LOST = expect.stringMatching(/^The embedded database was lost \(.+\); getting it back$/);
const BACK = expect.stringMatching(/^The embedded database is back, after \d+\.\d s$/);
/** Without what is said where a busy machine makes it take long. */
const lossesAndReturns = (said: string[]) => said.filter((line) => /was lost|is back/.test(line));
const LOCKS = "select from pg_locks where locktype = 'advisory'";

/** A pool over the database, as the application has one. */
function poolOver({ connectionString }: EmbeddedPostgres): pg.Pool {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => {});
  afterwards(() => pool.end());
  return pool;
}

/** Asks until there is an answer. */
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

/** All that run on this folder, by their command lines; Linux tells them. */
async function postmastersOn(dataFolder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found: number[] = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`\0-D\0${dataFolder}\0`)) found.push(pid);
  }
  return found;
}

describe('where PostgreSQL is killed', SLOW, () => {
  test('the server starts it again, and its pool finds it and the data', async () => {
    const dataDir = await preparedDataDir();
    const said: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => said.push(line) });
    const pool = poolOver(server);
    await pool.query("create table note as select 'kept' as text");
    const { pid, port } = await runningOn(dataDir);
    await killPostgres(dataFolderIn(dataDir));

    // Until then a process that PostgreSQL left may still answer.
    await until(async () => lossesAndReturns(said).length > 1);
    expect(lossesAndReturns(said)).toEqual([LOST, BACK]);
    expect(await rowsOf(pool, 'select text from note')).toEqual([{ text: 'kept' }]);
    const now = await runningOn(dataDir);
    expect(now.port).toBe(port);
    expect(now.pid).not.toBe(pid);

    await expect(open(dataDir, 'server')).rejects.toThrow('Another server is already running');
    await (await open(dataDir, 'command')).release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('a second time too, and in the midst of a query', async () => {
    const dataDir = await preparedDataDir();
    const said: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => said.push(line) });
    const pool = poolOver(server);
    await pool.query('create table round (number int)');
    for (const number of [1, 2]) {
      await pool.query('insert into round values ($1)', [number]);
      const broken = expect(pool.query('select pg_sleep(600)')).rejects.toThrow();
      const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep'";
      await until(async () => (await pool.query(sleeping)).rowCount === 1);
      await killPostgres(dataFolderIn(dataDir));
      await broken;
      await until(async () => lossesAndReturns(said).length === 2 * number);
      expect(await rowsOf(pool, 'select number from round')).toHaveLength(number);
    }
    expect(lossesAndReturns(said)).toEqual([LOST, BACK, LOST, BACK]);
  });

  test('under a server that took it over from another', async () => {
    const dataDir = await preparedDataDir();
    await (await startHolder(dataDir, 'server')).kill();
    const server = await open(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    await killPostgres(dataFolderIn(dataDir));
    await until(() => isBack(dataDir, pid));
    expect(await rowsOf(poolOver(server), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a release stops the restart, at whichever moment it comes', async () => {
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
        isLost ||= line.includes('was lost');
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

  test('so does one that comes before the loss is noticed', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const server = await open(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    process.kill(pid, 'SIGKILL');
    await server.release();
    await until(async () => !(await isPostmaster(pid, folder)));
    expect(await findPostmaster(folder)).toBeUndefined();
  });

  test('a command that comes at that moment and the server agree on one', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const server = await startHolder(dataDir, 'server');
    // Further rounds would mostly wait: a server tries ever more rarely.
    for (let round = 0; round < 3; round++) {
      await killPostgres(folder);
      const command = await open(dataDir, 'command');
      expect(command.connectionString).toBe(server.connectionString);
      // One of each for being there, and one of the server for being that.
      await until(async () => (await query(command, LOCKS)).length === 3);
      expect(await postmastersOn(folder)).toContain((await runningOn(dataDir)).pid);
      await command.release();
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    await server.release();
    expect(await findPostmaster(folder)).toBeUndefined();
  });

  test('a command brings it back as well', async () => {
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

  test('no empty database takes the place of one that vanished, and a returned one is used', async () => {
    const dataDir = await preparedDataDir();
    const folder = dataFolderIn(dataDir);
    const said: string[] = [];
    const server = await open(dataDir, 'server', { log: (line) => said.push(line) });
    const pool = poolOver(server);
    await pool.query("create table note as select 'kept' as text");
    const { pid } = await runningOn(dataDir);
    await rename(folder, `${folder}-away`);
    process.kill(pid, 'SIGKILL');
    // On a busy machine it may be said before that something else is still waited for.
    const gone = `The embedded database is still away: The database in ${folder} is gone: bring it back.`;
    await until(async () => said.includes(gone));
    expect(lossesAndReturns(said)).toEqual([LOST]);
    await rename(`${folder}-away`, folder);
    await until(async () => lossesAndReturns(said).length > 1);
    expect(lossesAndReturns(said)).toEqual([LOST, BACK]);
    expect(await rowsOf(pool, 'select text from note')).toEqual([{ text: 'kept' }]);
  });
});
