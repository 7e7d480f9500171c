import { appendFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartupError } from '#server/platform/errors.ts';
import { findPostmaster } from './postmaster.ts';
import {
  asRoot,
  cleanUpAfterEach,
  dataFolderIn,
  newDataDir,
  open,
  preparedDataDir,
  query,
  SLOW,
  smallDisk,
  temporaryFolder,
} from './testing/harness.ts';

cleanUpAfterEach();

/** Returns the message with which opening fails, and expects that it has only one line. */
async function failureOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => new Error('opening did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartupError)) throw error;
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('a failed start', SLOW, () => {
  test('the error of a failed start says that there is a file at the path of DATA_DIR', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'data-dir')]) {
      const line = await failureOf(open(dataDir, 'server'));
      expect(line).toContain(`The folder ${dataDir} is not usable (`);
      expect(line).toContain('set DATA_DIR to another folder');
    }
  });

  test('the error of a failed start says that there is a file at the path of the data folder inside DATA_DIR', async () => {
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, 'postgres'), '');
    expect(await failureOf(open(dataDir, 'server'))).toContain('is not usable (ENOTDIR');
  });

  test('the error of a failed start says that the data is of another PostgreSQL version', async () => {
    const dataDir = await newDataDir();
    await mkdir(dataFolderIn(dataDir), { recursive: true });
    await writeFile(join(dataFolderIn(dataDir), 'PG_VERSION'), '15\n');
    expect(await failureOf(open(dataDir, 'server'))).toContain(
      'was created by PostgreSQL 15 and cannot be read by the installed PostgreSQL 18',
    );
  });

  test('the error of a failed start says that there are unrelated files in the data folder', async () => {
    const dataDir = await newDataDir();
    await mkdir(dataFolderIn(dataDir), { recursive: true });
    await writeFile(join(dataFolderIn(dataDir), 'holiday.jpg'), '');
    expect(await failureOf(open(dataDir, 'server'))).toContain(
      'is not empty but contains no database',
    );
  });

  test('the error of a failed start says that the password is missing or wrong', async () => {
    const dataDir = await preparedDataDir();
    const password = join(dataDir, 'postgres', 'password');
    await rm(password);
    expect(await failureOf(open(dataDir, 'server'))).toContain(`The file ${password} is missing`);
    await writeFile(password, 'wrong\n');
    expect(await failureOf(open(dataDir, 'server'))).toContain(
      `rejects the password in ${password}`,
    );
  });

  test('the error of a failed start has PostgreSQL’s own error and the path of its log', async () => {
    const dataDir = await preparedDataDir();
    await appendFile(join(dataFolderIn(dataDir), 'postgresql.conf'), 'work_mem = lots\n');
    const line = await failureOf(open(dataDir, 'server'));
    expect(line).toMatch(/^PostgreSQL did not start: .*configuration file/);
    expect(line).toContain(join(dataDir, 'postgres', 'postgres.log'));
  });

  test('the error of a failed start says that there are no programs for the platform', async () => {
    const packageFolder = await temporaryFolder();
    await writeFile(join(packageFolder, 'package.json'), '{"version":"18.4.0"}');
    const folders = { packageFolder, sharedFolder: join(packageFolder, 'shared') };
    const opening = open(await newDataDir(), 'server', { folders });
    expect(await failureOf(opening)).toContain('set DATABASE_URL to a PostgreSQL server');
    // The programs were not copied, because a copy would not help.
    expect(await readdir(packageFolder)).toEqual(['package.json']);
  });

  test.runIf(asRoot)(
    'the error of a failed start says that the disk is too small for the first start',
    async (context) => {
      const disk = (await smallDisk(20)) ?? context.skip('no small disk can be mounted here');
      const line = await failureOf(open(await newDataDir(disk), 'server'));
      expect(line).toMatch(/^The disk that contains .* is full; free some space/);
      expect(line).toContain(disk);
    },
  );

  test.runIf(asRoot)(
    'the error of a failed start says that the disk is full at a later start',
    async (context) => {
      const disk = (await smallDisk(120)) ?? context.skip('no small disk can be mounted here');
      const dataDir = await preparedDataDir(disk);
      const first = await open(dataDir, 'server');
      await query(first, "create table note as select 'stored' as text");
      await first.release();
      // Let the log fill its last page, so that PostgreSQL cannot even log the reason.
      const log = join(dataDir, 'postgres', 'postgres.log');
      await appendFile(log, '\n'.repeat(4_096 - ((await stat(log)).size % 4_096)));
      const filler = join(disk, 'filler');
      const { bavail, bsize } = await statfs(disk);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
      const line = await failureOf(open(dataDir, 'server'));
      expect(line).toMatch(/^The disk that contains .* is full; free some space/);
      expect(await findPostmaster(dataFolderIn(dataDir))).toBeUndefined();

      await rm(filler);
      const again = await open(dataDir, 'server');
      expect(await query(again, 'select text from note')).toEqual([{ text: 'stored' }]);
    },
  );
});
