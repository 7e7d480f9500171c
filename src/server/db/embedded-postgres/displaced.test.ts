import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { StartupError } from '#server/platform/errors.ts';
import { prepareBinaries } from './binaries.ts';
import type { EmbeddedPostgres } from './open-embedded-postgres.ts';
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

vi.mock(import('./binaries.ts'), { spy: true });
// Report long waits after a tenth of the usual time.
vi.mock('./retry.ts', async (original) => {
  const real = await original<typeof import('./retry.ts')>();
  return { ...real, QUIET_MS: real.QUIET_MS / 10 };
});

const startHolder = holderStarter();
cleanUpAfterEach();

/** Listens on the port as soon as it is free. Returns a function that stops listening. */
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

/** Starts a server, kills its PostgreSQL, and lets another program take the port before the restart. */
async function lockedOutServer() {
  const dataDir = await preparedDataDir();
  const lines: string[] = [];
  const lost: StartupError[] = [];
  const server = await open(dataDir, 'server', {
    log: (line) => lines.push(line),
    onLost: (error) => lost.push(error),
  });
  const { port } = await runningOn(dataDir);
  let freePort: (() => Promise<void>) | undefined;
  // Take the port when the restart prepares the programs, which is its first step.
  vi.mocked(prepareBinaries).mockImplementationOnce(async (...parameters) => {
    freePort = await occupy(port);
    return prepareBinaries(...parameters);
  });
  await killPostgres(dataFolderIn(dataDir));
  await until(async () => freePort !== undefined);
  return { dataDir, lines, lost, server, port, freePort: async () => freePort?.() };
}

describe('if another program takes the port during an outage,', SLOW, () => {
  test('the server waits for the port and logs this once', async () => {
    const { lines, lost, server, port, freePort } = await lockedOutServer();
    const inUse = `Embedded database still unavailable: its port ${port} is in use`;
    await until(async () => lines.includes(inUse));
    await freePort();
    await until(async () => lines.some((line) => line.includes('available again')));
    expect(lines.filter((line) => line === inUse)).toHaveLength(1);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lost).toEqual([]);
  });

  test('the server can still release its lease without delay', async () => {
    const { dataDir, server } = await lockedOutServer();
    await server.release();
    await expect(runningOn(dataDir)).rejects.toThrow('nothing runs');
  });

  test('a command starts PostgreSQL on another port, and the server reports the loss', async () => {
    const { dataDir, lost, server, port, freePort } = await lockedOutServer();
    const command = await open(dataDir, 'command');
    const other = (await runningOn(dataDir)).port;
    expect(other).not.toBe(port);
    await until(async () => lost.length > 0);
    expect(lost).toEqual([
      new StartupError(
        `Another process has started the database in ${dataFolderIn(dataDir)} on port ${other}, because port ${port} was in use; restart this process.`,
      ),
    ]);
    expect(await query(command, 'select 1 as one')).toEqual([{ one: 1 }]);

    // If the server continues to run, it recovers once the other processes have left.
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

  test('the server recovers if no process still uses the PostgreSQL on the other port', async () => {
    const dataDir = await preparedDataDir();
    const lost: StartupError[] = [];
    const server = await open(dataDir, 'server', { onLost: (error) => lost.push(error) });
    const { port } = await runningOn(dataDir);
    vi.mocked(prepareBinaries).mockImplementationOnce(async (...parameters) => {
      const freePort = await occupy(port);
      const command = await startHolder(dataDir, 'command');
      expect(command.connectionString).not.toBe(server.connectionString);
      await command.kill();
      await freePort();
      return prepareBinaries(...parameters);
    });
    await killPostgres(dataFolderIn(dataDir));
    await until(() =>
      query(server, 'select 1 as one').then(
        () => true,
        () => false,
      ),
    );
    expect(lost).toEqual([]);
  });

  test('the PostgreSQL on the other port keeps running when the server releases its lease', async () => {
    const { dataDir, lost, server } = await lockedOutServer();
    const command = await open(dataDir, 'command');
    await until(async () => lost.length > 0);
    await server.release();
    expect(await query(command, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('another server', SLOW, () => {
  test('that started during an outage keeps PostgreSQL, and the first server reports the loss', async () => {
    const { dataDir, lost, server } = await lockedOutServer();
    // The second server uses another port, because the port of the first one is in use.
    const second = await open(dataDir, 'server');
    await until(async () => lost.length > 0);
    await server.release();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('that started on the same port also keeps PostgreSQL', async () => {
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
        `Another server has taken over the database in ${dataFolderIn(dataDir)}; restart this process.`,
      ),
    ]);
    expect((await second)?.connectionString).toBe(first.connectionString);
    await first.release();
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
