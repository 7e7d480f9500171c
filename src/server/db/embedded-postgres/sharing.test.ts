import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartupError } from '#server/platform/errors.ts';
import { findPostmaster } from './postmaster.ts';
import {
  cleanUpAfterEach,
  dataFolderIn,
  holderStarter,
  newDataDir,
  open,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
} from './testing/harness.ts';

const startHolder = holderStarter();
cleanUpAfterEach();

describe('when several processes share a DATA_DIR,', SLOW, () => {
  test('a second server is refused, and the first continues', async () => {
    const dataDir = await preparedDataDir();
    const first = await startHolder(dataDir, 'server');
    const refused = open(dataDir, 'server');
    await expect(refused).rejects.toThrow(
      new StartupError(
        `Another server is already running on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
      ),
    );
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.release();
    await open(dataDir, 'server');
  });

  test('a command joins the PostgreSQL of a server and leaves it running', async () => {
    const dataDir = await preparedDataDir();
    const server = await startHolder(dataDir, 'server');
    const command = await open(dataDir, 'command');
    expect(command.connectionString).toBe(server.connectionString);
    await command.release();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('a command that started PostgreSQL leaves it running for a server that joined later', async () => {
    const dataDir = await preparedDataDir();
    const command = await open(dataDir, 'command');
    const server = await startHolder(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    await command.release();
    expect((await runningOn(dataDir)).pid).toBe(pid);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('a server leaves PostgreSQL running for a command that still uses it', async () => {
    const dataDir = await preparedDataDir();
    const server = await startHolder(dataDir, 'server');
    const command = await open(dataDir, 'command');
    await server.release();
    expect(await query(command, 'select 1 as one')).toEqual([{ one: 1 }]);
    await command.release();
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('commands that open an empty DATA_DIR at the same time all get the same database', async () => {
    const dataDir = await newDataDir();
    const commands = await Promise.all([
      startHolder(dataDir, 'command'),
      startHolder(dataDir, 'command'),
      open(dataDir, 'command'),
    ]);
    expect(new Set(commands.map((command) => command.connectionString)).size).toBe(1);
    const names = await readdir(join(dataDir, 'postgres'));
    expect(names.sort()).toEqual(['data', 'password', 'postgres.log']);
    await Promise.all(commands.map((command) => command.release()));
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });

  test('a new server waits while PostgreSQL is stopping, and then starts it again', async () => {
    const dataDir = await preparedDataDir();
    let before = await open(dataDir, 'server');
    await query(before, 'create table visit (number int)');
    for (let number = 0; number < 3; number++) {
      const releasing = before.release();
      const after = await open(dataDir, 'server');
      await query(after, `insert into visit values (${number})`);
      await releasing;
      before = after;
    }
    expect(await query(before, 'select count(*)::int as visits from visit')).toEqual([
      { visits: 3 },
    ]);
  });

  test('no order of joining and leaving stops PostgreSQL while a process uses it', async () => {
    const dataDir = await preparedDataDir();
    const joinAndLeave = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        const postgres = await open(dataDir, 'command');
        expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
        await postgres.release();
      }
    };
    await Promise.all([joinAndLeave(1), joinAndLeave(2), joinAndLeave(3), joinAndLeave(4)]);
    expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();
  });
});
