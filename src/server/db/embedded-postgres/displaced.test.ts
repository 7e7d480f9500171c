import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { StartupError } from '#server/platform/errors.ts';
import { prepareBinaries } from './binaries.ts';
import type { EmbeddedPostgres } from './open-embedded-postgres.ts';
import {
  afterwards,
  cleanUpAfterEach,
  dataFolderIn,
  killPostgres,
  open,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
  until,
} from './testing/harness.ts';

vi.mock(import('./binaries.ts'), { spy: true });
// A database that is not ready is reported after a tenth of the usual time.
vi.mock('./retry.ts', async (original) => {
  const real = await original<typeof import('./retry.ts')>();
  return { ...real, QUIET_MS: real.QUIET_MS / 10 };
});

cleanUpAfterEach();

/** Another program on this port, as soon as it can be had; gives what ends it. */
async function occupy(port: number): Promise<() => Promise<void>> {
  let rival = createServer();
  const listens = () =>
    new Promise<boolean>((resolve) => {
      rival = createServer((connection) => connection.destroy());
      rival.once('error', () => resolve(false));
      rival.listen(port, '127.0.0.1', () => resolve(true));
    });
  await until(listens);
  const leave = () => new Promise<void>((resolve) => rival.close(() => resolve()));
  afterwards(leave);
  return leave;
}

/** A server whose PostgreSQL was killed, and whose port another program has before it is back. */
async function lockedOutServer() {
  const dataDir = await preparedDataDir();
  const said: string[] = [];
  const lost: StartupError[] = [];
  const server = await open(dataDir, 'server', {
    log: (line) => said.push(line),
    onLost: (error) => lost.push(error),
  });
  const { port } = await runningOn(dataDir);
  let freePort: (() => Promise<void>) | undefined;
  // Every start asks for the programs first.
  vi.mocked(prepareBinaries).mockImplementationOnce(async (...parameters) => {
    freePort = await occupy(port);
    return prepareBinaries(...parameters);
  });
  await killPostgres(dataFolderIn(dataDir));
  await until(async () => freePort !== undefined);
  return { dataDir, said, lost, server, port, freePort: async () => freePort?.() };
}

describe('a port that another program took meanwhile', SLOW, () => {
  test('is waited for, which is said once', async () => {
    const { said, lost, server, port, freePort } = await lockedOutServer();
    const taken = `The embedded database is still away: its port ${port} is taken`;
    await until(async () => said.includes(taken));
    await freePort();
    await until(async () => said.some((line) => line.includes('is back')));
    expect(said.filter((line) => line === taken)).toHaveLength(1);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lost).toEqual([]);
  });

  test('does not hold up a release', async () => {
    const { dataDir, server } = await lockedOutServer();
    await server.release();
    await expect(runningOn(dataDir)).rejects.toThrow('nothing runs');
  });

  test('makes a command start PostgreSQL on another, of which the server tells its caller', async () => {
    const { dataDir, lost, server, port, freePort } = await lockedOutServer();
    const command = await open(dataDir, 'command');
    const other = (await runningOn(dataDir)).port;
    expect(other).not.toBe(port);
    await until(async () => lost.length > 0);
    expect(lost).toEqual([
      new StartupError(
        `Another process has started the database in ${dataFolderIn(dataDir)} on port ${other}, for port ${port} was taken: start this process anew.`,
      ),
    ]);
    expect(await query(command, 'select 1 as one')).toEqual([{ one: 1 }]);

    // A caller that stays gets it back when the others have gone.
    await freePort();
    await command.release();
    await until(() =>
      query(server, 'select 1 as one').then(
        () => true,
        () => false,
      ),
    );
    expect(lost).toHaveLength(1);
  });

  test('leaves a PostgreSQL to others that a release finds on another', async () => {
    const { dataDir, lost, server } = await lockedOutServer();
    const command = await open(dataDir, 'command');
    await until(async () => lost.length > 0);
    await server.release();
    expect(await query(command, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('another server', SLOW, () => {
  test('that came while PostgreSQL was away keeps it, of which the first tells its caller', async () => {
    const { dataDir, lost, server } = await lockedOutServer();
    // It starts on another port, for the first one's is taken.
    const second = await open(dataDir, 'server');
    await until(async () => lost.length > 0);
    await server.release();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('on the same port, too', async () => {
    const dataDir = await preparedDataDir();
    const lost: StartupError[] = [];
    const first = await open(dataDir, 'server', { onLost: (error) => lost.push(error) });
    let second: Promise<EmbeddedPostgres> | undefined;
    vi.mocked(prepareBinaries).mockImplementationOnce(async (...parameters) => {
      second = open(dataDir, 'server');
      await second;
      return prepareBinaries(...parameters);
    });
    await killPostgres(dataFolderIn(dataDir));
    await until(async () => lost.length > 0);
    expect(lost).toEqual([
      new StartupError(
        `Another server has taken over the database in ${dataFolderIn(dataDir)}: start this process anew.`,
      ),
    ]);
    expect((await second)?.connectionString).toBe(first.connectionString);
    await first.release();
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
