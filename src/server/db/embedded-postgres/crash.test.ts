import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

const LEASES = "select pid from pg_stat_activity where application_name = 'board lease'";

describe('after a crash', SLOW, () => {
  test('a new server takes over the PostgreSQL of a killed server without a restart', async () => {
    const dataDir = await preparedDataDir();
    const killed = await startHolder(dataDir, 'server');
    await query(killed, "create table note as select 'stored' as text");
    const orphan = await runningOn(dataDir);
    await killed.kill();

    const server = await open(dataDir, 'server');
    expect((await runningOn(dataDir)).pid).toBe(orphan.pid);
    expect(await query(server, 'select text from note')).toEqual([{ text: 'stored' }]);
    await server.release();
    expect(await isPostmaster(orphan.pid, dataFolderIn(dataDir))).toBe(false);
  });

  test('a server takes its locks again after PostgreSQL has dropped all connections but continued to run', async () => {
    const dataDir = await preparedDataDir();
    const server = await open(dataDir, 'server');
    const leaseProcess = async () => (await query<{ pid: number }>(server, LEASES))[0]?.pid;
    const before = await leaseProcess();
    if (before === undefined) throw new Error('the server has no lease connection');
    process.kill(before, 'SIGKILL');
    await until(async () => {
      const now = await leaseProcess().catch(() => undefined);
      return now !== undefined && now !== before;
    });
    await until(async () => {
      const locks = "select from pg_locks where locktype = 'advisory'";
      return (await query(server, locks)).length === 2;
    });

    await expect(open(dataDir, 'server')).rejects.toThrow('Another server is already running');
    const command = await open(dataDir, 'command');
    await command.release();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('releasing the database stops PostgreSQL even if the connection has just been dropped', async () => {
    const dataDir = await preparedDataDir();
    const server = await open(dataDir, 'server');
    await query(
      server,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'board lease'",
    );
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('releasing the database stops PostgreSQL even during crash recovery', async () => {
    const dataDir = await preparedDataDir();
    const server = await open(dataDir, 'server');
    const [lease] = await query<{ pid: number }>(server, LEASES);
    process.kill(Number(lease?.pid), 'SIGKILL');
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('an orphaned PostgreSQL is found even if DATA_DIR was moved', async () => {
    const dataDir = await preparedDataDir();
    const killed = await startHolder(dataDir, 'server');
    const orphan = await runningOn(dataDir);
    await killed.kill();
    const moved = join(dataDir, '..', 'moved');
    await rename(dataDir, moved);
    afterwards(() => killPostgres(dataFolderIn(moved)));
    const server = await open(moved, 'server');
    expect((await runningOn(moved)).pid).toBe(orphan.pid);
    await server.release();
    expect(await isPostmaster(orphan.pid, dataFolderIn(moved))).toBe(false);
  });

  test('a postmaster.pid with the id of another process does not prevent a start', async () => {
    const dataDir = await preparedDataDir();
    await (await open(dataDir, 'command')).release();
    const other = await processOfSameUser(dataDir);
    await leavePostmasterPid(dataDir, `${other.pid}`);
    const postgres = await open(dataDir, 'command');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  test('a postmaster.pid that is empty or contains the id of a dead process does not prevent a start', async () => {
    const dataDir = await preparedDataDir();
    await (await open(dataDir, 'command')).release();
    await leavePostmasterPid(dataDir, '99999999');
    await (await open(dataDir, 'command')).release();
    await leavePostmasterPid(dataDir, undefined);
    await (await open(dataDir, 'command')).release();
  });
});

/** Starts a process that PostgreSQL would take for another PostgreSQL, because both run as the same user. */
async function processOfSameUser(dataDir: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(dataFolderIn(dataDir));
  const child = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  await once(child, 'spawn');
  afterwards(async () => child.kill('SIGKILL'));
  return child;
}

/** Writes a `postmaster.pid` as a crash would leave it. Without a process id, the file is empty. */
async function leavePostmasterPid(dataDir: string, pid: string | undefined): Promise<void> {
  const folder = dataFolderIn(dataDir);
  const path = join(folder, 'postmaster.pid');
  const lines = [pid, folder, '1700000000', '54321', '', '127.0.0.1', '12345 67890', 'ready   '];
  await writeFile(path, pid === undefined ? '' : `${lines.join('\n')}\n`, { mode: 0o600 });
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
  await utimes(path, 1_700_000_000, 1_700_000_000);
}
