import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unprivilegedAccount } from './account.ts';
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

/** A folder that only root can enter, like /root, and one that stands for /var/lib. */
async function closedFolder() {
  const folder = await temporaryFolder();
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o700);
  return { closed, sharedFolder: join(folder, 'shared') };
}

/** In a checkout that PostgreSQL's user cannot enter, its programs stand there too. */
async function dataPlacesIn(sharedFolder: string) {
  return (await readdir(sharedFolder)).filter((name) => !name.startsWith('postgresql-'));
}

describe.runIf(asRoot)('for root', SLOW, () => {
  test('PostgreSQL runs as another user, and its data stays in DATA_DIR', async () => {
    const dataDir = await preparedDataDir();
    await open(dataDir, 'server');
    const { uid } = await unprivilegedAccount();
    const { pid } = await runningOn(dataDir);
    expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
    expect((await stat(dataFolderIn(dataDir))).uid).toBe(uid);
  });

  test('the data stands elsewhere where that user cannot enter DATA_DIR, is found again, also by who takes over from a killed server, and is missed in one line', async () => {
    const { closed, sharedFolder } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const said: string[] = [];
    const surroundings = { sharedFolder };
    const more = { surroundings, log: (line: string) => said.push(line) };
    const first = await open(dataDir, 'server', more);
    await query(first, "create table note as select 'kept' as text");
    await first.release();

    const place = (await readFile(join(dataDir, 'postgres', 'location'), 'utf8')).trim();
    expect(dirname(place)).toBe(sharedFolder);
    expect(said[0]).toContain(place);
    // Neither can others see which folders there are, nor enter this one.
    expect((await stat(sharedFolder)).mode & 0o777).toBe(0o711);
    expect((await stat(place)).mode & 0o777).toBe(0o710);
    expect((await stat(join(place, 'data'))).mode & 0o777).toBe(0o700);

    const killed = await startHolder(dataDir, 'server', { surroundings });
    afterwards(() => killPostgres(join(place, 'data')));
    await killed.kill();
    const second = await open(dataDir, 'server', more);
    expect(second.connectionString).toBe(killed.connectionString);
    expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect(await dataPlacesIn(sharedFolder)).toHaveLength(1);
    await second.release();

    await rm(place, { recursive: true });
    await expect(open(dataDir, 'command', more)).rejects.toThrow(
      `The data of the database should be in ${place}, which does not exist`,
    );
  });

  test('two that come at once agree on where', async () => {
    const { closed, sharedFolder } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const surroundings = { sharedFolder };
    const [one, other] = await Promise.all([
      startHolder(dataDir, 'command', { surroundings }),
      startHolder(dataDir, 'command', { surroundings }),
    ]);
    expect(one.connectionString).toBe(other.connectionString);
    expect(await dataPlacesIn(sharedFolder)).toHaveLength(1);
    await Promise.all([one.release(), other.release()]);
  });

  test('it is said in one line where there is no place for the data', async () => {
    const { closed } = await closedFolder();
    const dataDir = await newDataDir(closed);
    const opening = open(dataDir, 'server', { surroundings: { sharedFolder: join(closed, 'x') } });
    await expect(opening).rejects.toThrow(
      /^PostgreSQL refuses to run as root, and user nobody, as whom it runs instead, cannot enter .*set DATA_DIR to another folder\.$/,
    );
  });
});
