import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { EmbeddedPostgres } from './open-embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';
import {
  afterwards,
  cleanUpAfterEach,
  dataFolderIn,
  newDataDir,
  open,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
} from './testing/harness.ts';

cleanUpAfterEach();

/** Environment variables that the embedded PostgreSQL must ignore. */
const IGNORED_VARIABLES = {
  PGDATA: '/nowhere',
  PGPORT: '1',
  PGHOST: 'nowhere.invalid',
  PGUSER: 'nobody',
  PGSSLMODE: 'require',
  PGTZ: 'Asia/Tokyo',
  LD_LIBRARY_PATH: '/nowhere',
};

async function expectBoardSettings(postgres: EmbeddedPostgres): Promise<void> {
  const [settings] = await query(
    postgres,
    `select current_database() as database, current_user as role,
      split_part(current_setting('server_version'), '.', 1) as major,
      pg_encoding_to_char(encoding) as encoding,
      current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync,
      current_setting('TimeZone') as timezone,
      current_setting('max_connections') as connections,
      pg_size_bytes(current_setting('shared_buffers')) >= 134217728 as buffers,
      current_setting('listen_addresses') as addresses,
      current_setting('unix_socket_directories') as sockets,
      current_setting('password_encryption') as passwords,
      lower('ÄÉ') as lower,
      (select string_agg(word, ' ' order by word collate "und-x-icu")
        from unnest('{Zoo,apple,Äpfel}'::text[]) as word) as sorted
    from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual({
    database: 'board',
    role: 'board',
    major: '18',
    encoding: 'UTF8',
    checksums: 'on',
    fsync: 'on',
    timezone: 'UTC',
    // There are sixteen connections for each server process, and more for commands.
    connections: String(60 + 16 * availableParallelism()),
    buffers: true,
    addresses: '127.0.0.1',
    sockets: '',
    passwords: 'scram-sha-256',
    lower: 'äé',
    sorted: 'Äpfel apple Zoo'.split(' ').sort(new Intl.Collator('und').compare).join(' '),
  });
}

/** Expects that connections need the password, and that only this user can read the password. */
async function expectRestrictedAccess(
  { connectionString }: EmbeddedPostgres,
  dataDir: string,
): Promise<void> {
  const passwordFile = join(dataDir, 'postgres', 'password');
  const { mode, uid } = await stat(passwordFile);
  expect((mode & 0o777).toString(8)).toBe('600');
  expect(uid).toBe(process.getuid?.());
  expect((await readFile(passwordFile, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);

  const wrong = new URL(connectionString);
  wrong.password = 'wrong';
  await expect(query({ connectionString: wrong.href }, 'select 1')).rejects.toThrow(/password/);

  expect((await stat(dataFolderIn(dataDir))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, 'postgres', 'postgres.log'))).mode & 0o777).toBe(0o600);
}

describe('the embedded PostgreSQL', SLOW, () => {
  test('is created at the first start without regard to variables such as PGHOST, and has the same data after a restart', async () => {
    for (const [name, value] of Object.entries(IGNORED_VARIABLES)) vi.stubEnv(name, value);
    try {
      const dataDir = await newDataDir();
      const lines: string[] = [];
      const first = await open(dataDir, 'server', { log: (line) => lines.push(line) });
      await expectBoardSettings(first);
      await expectRestrictedAccess(first, dataDir);
      await query(first, "create table note as select 'stored' as text");
      await first.release();
      expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();

      const second = await open(dataDir, 'server', { log: (line) => lines.push(line) });
      expect(await query(second, 'select text from note')).toEqual([{ text: 'stored' }]);
      expect(second.connectionString).toBe(first.connectionString);
      const creations = lines.filter((line) => line.startsWith('Creating'));
      expect(creations).toEqual([`Creating the embedded database in ${dataFolderIn(dataDir)}`]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('runs in a separate process group', async () => {
    const dataDir = await preparedDataDir();
    await open(dataDir, 'server');
    const { pid } = await runningOn(dataDir);
    // Sending a signal to the group succeeds only if the process leads a group.
    expect(() => process.kill(-pid, 0)).not.toThrow();
  });

  test('listens on another port if another program has taken its port', async () => {
    const dataDir = await preparedDataDir();
    const first = await open(dataDir, 'command');
    const { port } = await runningOn(dataDir);
    await first.release();
    const rival = createServer().listen(port, '127.0.0.1');
    await once(rival, 'listening');
    afterwards(async () => rival.close());
    const second = await open(dataDir, 'command');
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await runningOn(dataDir)).port).not.toBe(port);
  });

  test('can be released twice', async () => {
    const postgres = await open(await preparedDataDir(), 'command');
    await Promise.all([postgres.release(), postgres.release()]);
    await postgres.release();
  });

  test('rotates a large log', async () => {
    const dataDir = await preparedDataDir();
    const home = join(dataDir, 'postgres');
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'postgres.log'), 'a line\n'.repeat(200_000));
    await open(dataDir, 'command');
    expect((await stat(join(home, 'postgres.log'))).size).toBeLessThan(10_000);
    expect((await stat(join(home, 'postgres.log.1'))).size).toBe(1_400_000);
  });

  test('deletes at its start what an interrupted initdb left behind', async () => {
    const dataDir = await newDataDir();
    const home = join(dataDir, 'postgres');
    // One id is larger than any system assigns. The other is this process's own: in a container, each start may have
    // the same id.
    for (const pid of [99_999_999, process.pid]) {
      const leftover = join(home, `.building-${pid}-0a1b2c`);
      await mkdir(join(leftover, 'new', 'base'), { recursive: true });
      await utimes(leftover, 1_700_000_000, 1_700_000_000);
    }
    await open(dataDir, 'command');
    expect((await readdir(home)).sort()).toEqual(['data', 'password', 'postgres.log']);
  });
});
