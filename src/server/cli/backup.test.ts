import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDeletionList } from '#server/content/storage/deletion-list.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { copyDeletions } from '#server/modules/personal-data/deletion/copy-deletions.ts';
import { erasePerson } from '#server/modules/personal-data/deletion/erase-person.ts';
import { addFullPerson } from '#server/modules/personal-data/testing/full-person.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import {
  type BoardLocation,
  emptyBoard,
  emptyLocation,
  query,
  tablesOf,
  temporaryFolder,
  uploadsOf,
} from '#server/operations/backup/testing/boards.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { freePort, hasPostmaster, makeDataDir, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

/** A board with jobs and a logo. All tests share it. */
let source: BoardLocation;
let folder: string;
let file: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await openTestDatabase();
  source = { url: database.url, dataDir: await makeDataDir() };
  folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
  file = join(folder, 'board.tar.gz');
  close = async () => {
    await database.close();
    await removeFolder(source.dataDir);
    await removeFolder(folder);
  };
  const logo = await storeUpload(database.db, openUploadStorage(source), Buffer.from('a logo'));
  const { id } = await createCompany(database.db, { logo });
  for (let n = 0; n < 20; n += 1) await createJob(database.db, { company_id: id });
  await createAccount(database.db, { role: 'siteadmin' });
  expect(await outcome('backup', settingsOf(source), [file])).toEqual({
    exitCode: 0,
    output: expect.stringMatching(
      /^Backed up \d+ rows and 1 upload into .*board\.tar\.gz, 0\.\d MB\.\n$/,
    ),
  });
  // The backup is recorded in the board, so that site admins see it. No backup contains its own record.
  expect(await query(source.url, 'delete from task_runs returning name, succeeded_at')).toEqual([
    { name: 'backup', succeeded_at: expect.any(Date) },
  ]);
});
afterAll(() => close());

/** The boards of these tests have no list of deleted accounts. */
const SKIP = '--without-deletions';

const settingsOf = ({ url, dataDir }: BoardLocation) => ({ DATABASE_URL: url, DATA_DIR: dataDir });

/** Runs a command to its end in its own process. */
async function outcome(...command: Parameters<typeof run>) {
  const running = run(...command);
  return { exitCode: await running.ended, output: running.output() };
}

/** Runs a command to its end in this process. */
async function outcomeHere(
  name: 'backup' | 'restore',
  ...invocation: [environment: Record<string, string>, parameters: string[]]
) {
  const { exitCode, output } = await runInProcess(name, ...invocation);
  return { exitCode, output };
}

test('a backup moves a board from an external database to the embedded one and back', async () => {
  const dataDir = await temporaryFolder();
  const restored = await outcome('restore', { DATA_DIR: dataDir }, [file, SKIP]);
  expect(restored).toEqual({
    exitCode: 0,
    output: expect.stringMatching(/\nRestored \d+ rows and 1 upload from .*board\.tar\.gz\.\n$/),
  });
  const again = join(folder, 'again.tar.gz');
  expect(await outcomeHere('backup', { DATA_DIR: dataDir }, [again])).toMatchObject({
    exitCode: 0,
  });
  const target = await emptyLocation();
  expect(await outcomeHere('restore', settingsOf(target), [again, SKIP])).toMatchObject({
    exitCode: 0,
  });
  expect(await tablesOf(target)).toEqual(await tablesOf(source));
  expect(await uploadsOf(target)).toEqual(await uploadsOf(source));
});

test('a killed restore leaves the board empty and can be repeated', async () => {
  const target = await emptyBoard();
  // The restore waits for this lock at the last table. By then it has loaded all other tables, but has not committed.
  const holder = new pg.Client({ connectionString: target.url });
  await holder.connect();
  await holder.query(`
    create function wait_for_test() returns boolean language sql
      return pg_advisory_xact_lock_shared(4711) is not null;
    alter table uploads add constraint waiting check (wait_for_test());
    select pg_advisory_lock(4711)`);
  const restore = run('restore', settingsOf(target), [file, SKIP]);
  const waiting = () =>
    query(
      target.url,
      `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
    );
  await expect.poll(waiting).toHaveLength(1);
  restore.child.kill('SIGKILL');
  expect(await restore.ended).toBe('SIGKILL');
  await holder.end();
  const others = () =>
    query(
      target.url,
      `select from pg_stat_activity where datname = current_database() and application_name = 'composable-jobs-backup'`,
    );
  await expect.poll(others).toEqual([]);
  expect(new Set(Object.values(await tablesOf(target)))).toEqual(new Set(['empty']));
  expect(await outcomeHere('restore', settingsOf(target), [file, SKIP])).toMatchObject({
    exitCode: 0,
  });
  expect(await tablesOf(target)).toEqual(await tablesOf(source));
});

test('a role that owns nothing but its database can restore', async () => {
  const { url, dataDir } = await emptyLocation();
  const owner = new URL(url);
  const name = owner.pathname.slice(1);
  owner.username = `${name}_owner`;
  owner.password = 'secret';
  await query(url, `create role ${name}_owner login password 'secret'`);
  await query(url, `alter database ${name} owner to ${name}_owner`);
  try {
    const target = { url: owner.href, dataDir };
    expect(await outcomeHere('restore', settingsOf(target), [file, SKIP])).toMatchObject({
      exitCode: 0,
    });
    expect(await tablesOf(target)).toEqual(await tablesOf(source));
  } finally {
    await query(url, `alter database ${name} owner to current_user`);
    await query(url, `reassign owned by ${name}_owner to current_user`);
    await query(url, `drop role ${name}_owner`);
  }
});

test('a backup reports that it was interrupted, and leaves no file', async () => {
  const target = await emptyBoard();
  const holder = new pg.Client({ connectionString: target.url });
  await holder.connect();
  const waiting = () =>
    query(
      target.url,
      `select from pg_locks where relation = 'uploads'::regclass and mode = 'AccessShareLock' and not granted`,
    );
  await holder.query('begin; lock table uploads in access exclusive mode');
  const parent = await temporaryFolder();
  const backup = run('backup', settingsOf(target), [join(parent, 'board.tar.gz')]);
  await expect.poll(waiting).toHaveLength(1);
  backup.child.kill('SIGTERM');
  expect(await backup.ended).toBe(1);
  expect(backup.output()).toBe('Backup failed: interrupted.\n');
  expect(await readdir(parent)).toEqual([]);
  await holder.end();
});

test('an interrupted restore reports the interruption and changes nothing', async () => {
  const target = await emptyLocation();
  const holder = new pg.Client({ connectionString: target.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
  const restore = run('restore', settingsOf(target), [file, SKIP]);
  const waiting = () =>
    query(
      target.url,
      `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
    );
  await expect.poll(waiting).toHaveLength(1);
  restore.child.kill('SIGHUP');
  expect(await restore.ended).toBe(1);
  expect(restore.output()).toBe('Nothing was restored: interrupted.\n');
  await holder.end();
  expect(await outcomeHere('restore', settingsOf(target), [file, SKIP])).toMatchObject({
    exitCode: 0,
  });
});

test.each(['restore', 'import'] as const)(
  'an interrupted %s stops the database',
  async (program) => {
    const dataDir = await temporaryFolder();
    const parameters = program === 'restore' ? [file, SKIP] : [file];
    const command = run(program, { DATA_DIR: dataDir }, parameters);
    await command.says('Creating the embedded database');
    command.child.kill('SIGINT');
    expect(await command.ended).toBe(1);
    expect(command.output()).toMatch(/: interrupted\.\n$/);
    expect(await hasPostmaster(dataDir)).toBe(false);
  },
);

test('a restore refuses anything but a regular file, because it reads the backup twice', async () => {
  const { exitCode, output } = await outcomeHere('restore', settingsOf(source), [
    '/dev/null',
    SKIP,
  ]);
  expect([exitCode, output]).toEqual([
    1,
    '/dev/null is not a regular file. A restore reads the backup twice, so it cannot come from a pipe.\n',
  ]);
});

test('a restore reports a damaged file in one line and creates nothing', async () => {
  const damaged = join(folder, 'damaged.tar.gz');
  await writeFile(damaged, (await readFile(file)).subarray(0, -100));
  const parent = await temporaryFolder();
  const DATA_DIR = join(parent, 'data');
  expect(await outcomeHere('restore', { DATA_DIR }, [damaged, SKIP])).toEqual({
    exitCode: 1,
    output: 'The backup is damaged: it cannot be decompressed.\n',
  });
  expect(await readdir(parent)).toEqual([]);
});

test('a backup does not overwrite a file, and a restore does not overwrite a board', async () => {
  const before = await readFile(file);
  expect(await outcomeHere('backup', settingsOf(source), [file])).toEqual({
    exitCode: 1,
    output: `${file} already exists; choose another file name.\n`,
  });
  expect(await readFile(file)).toEqual(before);
  const link = join(folder, 'link');
  await symlink(join(folder, 'nothing'), link);
  expect(await outcomeHere('backup', settingsOf(source), [link])).toEqual({
    exitCode: 1,
    output: `${link} already exists; choose another file name.\n`,
  });
  expect(await outcomeHere('restore', settingsOf(source), [file, SKIP])).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^The board is not empty: it has rows in accounts, .+\.\n$/),
  });
});

test.each(['backup', 'restore'] as const)(
  'the command %s prints its usage and reports a missing file or folder',
  async (program) => {
    const DATABASE_URL = `postgres://board@localhost:${await freePort()}/board`;
    for (const parameters of [[], [''], ['-'], ['a', 'b'], ['a', '--force']]) {
      expect(await outcomeHere(program, { DATABASE_URL }, parameters)).toEqual({
        exitCode: 2,
        output: expect.stringMatching(/^error: .+\nAdd --help for usage.\n$/),
      });
    }
    const nowhere = join(folder, 'no-folder', 'board.tar.gz');
    const { exitCode, output } = await outcomeHere(program, settingsOf(source), [nowhere]);
    expect([exitCode, output]).toEqual([1, expect.stringMatching(/: ENOENT: .+'\n$/)]);
  },
);

test('a backup reports why a bucket is unreachable', async () => {
  // The S3 client reads these environment variables itself.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = {
    ...settingsOf(source),
    UPLOADS_URL: `s3://board?region=auto&use_path_style=true&endpoint=http://127.0.0.1:${await freePort()}`,
  };
  const path = join(await temporaryFolder(), 'board.tar.gz');
  const { exitCode, output } = await outcomeHere('backup', settings, [path]);
  expect([exitCode, output.trim().split('\n').at(-1)]).toEqual([
    1,
    expect.stringMatching(/^Backup failed: the bucket did not return an upload: .*ECONNREFUSED/),
  ]);
});

test('a restore deletes again the people who are in the former board’s list of deleted accounts', async () => {
  const own = await emptyBoard();
  await addFullPerson(own.db, 'zora');
  const backup = join(folder, 'with-people.tar.gz');
  const settings = settingsOf(own);
  expect(await outcomeHere('backup', settings, [backup])).toMatchObject({ exitCode: 0 });
  await own.db.transaction((tx) => erasePerson(tx, 'auth0|zora-id'));
  await copyDeletions(own.db, openDeletionList(own));

  const target = await emptyLocation();
  const list = join(own.dataDir, 'deletions');
  const restored = await outcomeHere('restore', settingsOf(target), [
    ...['--deletions', list, backup],
  ]);
  expect(restored).toEqual({
    exitCode: 0,
    output: expect.stringMatching(
      /\nDeleted 1 person again who had deleted their accounts since the backup\.\n$/,
    ),
  });
  expect(await query(target.url, 'select id from accounts')).toEqual([]);

  // The same board finds its own list.
  const again = await emptyLocation();
  const same = { ...settingsOf(again), DATA_DIR: own.dataDir };
  expect((await outcomeHere('restore', same, [backup])).output).toContain('Deleted 1 person again');
  expect(await query(again.url, 'select id from accounts')).toEqual([]);

  // The deleted accounts come back only with `--without-deletions`.
  const lost = await emptyLocation();
  expect(await outcomeHere('restore', settingsOf(lost), [backup])).toEqual({
    exitCode: 1,
    output: expect.stringMatching(
      /^No list of deleted accounts was found\. .+ use --without-deletions\.\n$/,
    ),
  });
  expect(await outcomeHere('restore', settingsOf(lost), [backup, SKIP])).toMatchObject({
    exitCode: 0,
  });
  expect(await query(lost.url, 'select id from accounts')).toEqual([{ id: 'auth0|zora-id' }]);
});

test('a board has a list of deleted accounts even if nobody has deleted an account, and a restore accepts it', async () => {
  const own = await emptyBoard();
  await copyDeletions(own.db, openDeletionList(own));
  const target = await emptyLocation();
  const named = ['--deletions', join(own.dataDir, 'deletions'), file];
  expect(await outcomeHere('restore', settingsOf(target), named)).toMatchObject({ exitCode: 0 });
  expect(await query(target.url, 'select from account_deletions')).toEqual([]);
  const moved = { ...settingsOf(await emptyLocation()), DATA_DIR: own.dataDir };
  expect(await outcomeHere('restore', moved, [file])).toMatchObject({ exitCode: 0 });
});

test.each([
  ['a file', () => file, 'is not a folder.'],
  ['a missing folder', () => join(folder, 'missing'), 'is not a folder.'],
  ['a folder without a list', temporaryFolder, 'has no list of deleted accounts.'],
])('a restore refuses %s as the list of deleted accounts', async (_, path, problem) => {
  const named = await path();
  expect(
    await outcomeHere('restore', settingsOf(source), ['--deletions', named, file]),
  ).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(new RegExp(`(^|\n)${named} ${problem}\n$`)),
  });
});
