import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { NOBODY } from './account.ts';
import {
  afterwards,
  asRoot,
  cleanUpAfterEach,
  dataFolderIn,
  holderStarter,
  killPostgres,
  newDataDir,
  open,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
  temporaryFolder,
} from './testing/harness.ts';

const startHolder = holderStarter();
cleanUpAfterEach();

/** Creates a folder that only root can enter, such as /root, and a replacement for /var/lib. */
async function closedFolder() {
  const folder = await temporaryFolder();
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o700);
  return { closed, sharedFolder: join(folder, 'shared') };
}

/**
 * The data folders in the shared folder. The shared folder also contains programs if PostgreSQL's user cannot enter the
 * checkout.
 */
async function dataFoldersIn(sharedFolder: string) {
  return (await readdir(sharedFolder)).filter((name) => !name.startsWith('postgresql-'));
}

describe.runIf(asRoot)('when root starts the board,', SLOW, () => {
  test('PostgreSQL runs as another user, and its data stays in DATA_DIR', async () => {
    const dataDir = await preparedDataDir();
    await open(dataDir, 'server');
    const { uid } = NOBODY;
    const { pid } = await runningOn(dataDir);
    expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
    expect((await stat(dataFolderIn(dataDir))).uid).toBe(uid);
  });

  test('if the user that runs PostgreSQL cannot enter DATA_DIR, the data is stored elsewhere, and is found again or reported as missing', async () => {
    const { closed, sharedFolder } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const lines: string[] = [];
    const folders = { sharedFolder };
    const options = { folders, log: (line: string) => lines.push(line) };
    const first = await open(dataDir, 'server', options);
    await query(first, "create table note as select 'stored' as text");
    await first.release();

    const location = (await readFile(join(dataDir, 'postgres', 'location'), 'utf8')).trim();
    expect(dirname(location)).toBe(sharedFolder);
    expect(lines[0]).toContain(location);
    // Other users can neither list the shared folder nor enter the folder with the data.
    expect((await stat(sharedFolder)).mode & 0o777).toBe(0o711);
    expect((await stat(location)).mode & 0o777).toBe(0o710);
    expect((await stat(join(location, 'data'))).mode & 0o777).toBe(0o700);

    const killed = await startHolder(dataDir, 'server', { folders });
    afterwards(() => killPostgres(join(location, 'data')));
    await killed.kill();
    const second = await open(dataDir, 'server', options);
    expect(second.connectionString).toBe(killed.connectionString);
    expect(await query(second, 'select text from note')).toEqual([{ text: 'stored' }]);
    expect(await dataFoldersIn(sharedFolder)).toHaveLength(1);
    await second.release();

    await removeFolder(location);
    await expect(open(dataDir, 'command', options)).rejects.toThrow(
      `The data of the database should be in ${location}, which does not exist`,
    );
  });

  test('data that root has restored from a backup gets its original owner', async () => {
    const dataDir = await preparedDataDir();
    await (await open(dataDir, 'command')).release();
    const names = await readdir(dataFolderIn(dataDir), { recursive: true });
    for (const name of ['', ...names]) await chown(join(dataFolderIn(dataDir), name), 0, 0);
    const postgres = await open(dataDir, 'command');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test("existing data that PostgreSQL's user cannot enter is reported in one line", async () => {
    const { closed } = await closedFolder();
    const dataDir = await preparedDataDir(closed);
    const data = dataFolderIn(dataDir);
    await expect(open(dataDir, 'server')).rejects.toThrow(`cannot enter ${data}; let that user`);
  });

  test.each([
    ['a system without other users', ['unshare', '--user', '--map-root-user']],
    ['a container that cannot change users', ['setpriv', '--bounding-set', '-setuid,-setgid']],
  ])('%s is reported in one line', async (_name, prefix) => {
    const { sharedFolder } = await closedFolder();
    const options = { prefix, folders: { sharedFolder } };
    await expect(startHolder(await newDataDir(), 'server', options)).rejects.toThrow(
      /PostgreSQL refuses to run as root, .* start as an ordinary user/,
    );
  });

  test('two processes that start at the same time use the same location', async () => {
    const { closed, sharedFolder } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const folders = { sharedFolder };
    const [one, other] = await Promise.all([
      startHolder(dataDir, 'command', { folders }),
      startHolder(dataDir, 'command', { folders }),
    ]);
    expect(one.connectionString).toBe(other.connectionString);
    expect(await dataFoldersIn(sharedFolder)).toHaveLength(1);
    await Promise.all([one.release(), other.release()]);
  });

  test('a one-line error says that no folder is usable', async () => {
    const { closed } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const opening = open(dataDir, 'server', { folders: { sharedFolder: join(closed, 'x') } });
    await expect(opening).rejects.toThrow(
      /^PostgreSQL refuses to run as root, and user nobody, which runs it instead, cannot enter .*set DATA_DIR to another folder\.$/,
    );
  });
});
