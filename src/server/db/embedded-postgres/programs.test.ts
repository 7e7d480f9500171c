import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canEnter, NOBODY } from './account.ts';
import { linkLibraries } from './binaries.ts';
import {
  asRoot,
  cleanUpAfterEach,
  holderStarter,
  newDataDir,
  open,
  packageWithoutLinks,
  preparedDataDir,
  query,
  SLOW,
  temporaryFolder,
} from './testing/harness.ts';

const startHolder = holderStarter();
cleanUpAfterEach();

describe("PostgreSQL's programs", SLOW, () => {
  test('PostgreSQL’s programs get the links that `npm ci --ignore-scripts` does not create', async () => {
    const packageFolder = await packageWithoutLinks(await temporaryFolder());
    const links = join(packageFolder, 'native', 'lib');
    const before = await readdir(links);
    await Promise.all([linkLibraries(packageFolder), linkLibraries(packageFolder)]);
    expect((await readdir(links)).length).toBeGreaterThan(before.length);

    const postgres = await open(await preparedDataDir(), 'command', {
      folders: { packageFolder },
    });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(asRoot)(
    'PostgreSQL’s programs are copied if the links cannot be created in node_modules',
    async (context) => {
      if (!(await canEnter(import.meta.dirname, NOBODY))) {
        context.skip('an ordinary user cannot reach the checkout');
      }
      const folder = await temporaryFolder();
      // An ordinary user cannot write to the package.
      const packageFolder = await packageWithoutLinks(folder);
      const dataDir = await newDataDir();
      await mkdir(dataDir);
      await chown(dataDir, NOBODY.uid, NOBODY.gid);

      const user = { uid: NOBODY.uid, gid: NOBODY.gid };
      const start = () => startHolder(dataDir, 'command', { folders: { packageFolder }, ...user });
      const first = await start();
      expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
      await first.release();
      const copy = (await readdir(join(dataDir, 'postgres'))).filter((name) => name.includes('-'));
      expect(copy).toEqual([expect.stringMatching(/^postgresql-18\./)]);
      const { ctimeMs } = await lstat(join(dataDir, 'postgres', String(copy)));

      await (await start()).release();
      expect((await lstat(join(dataDir, 'postgres', String(copy)))).ctimeMs).toBe(ctimeMs);
    },
  );

  test.runIf(asRoot)("are copied if PostgreSQL's user cannot reach node_modules", async () => {
    const folder = await temporaryFolder();
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const packageFolder = await packageWithoutLinks(closed);
    // Restrict the permissions, as npm does with a umask of 077.
    for (const name of await readdir(packageFolder, { recursive: true })) {
      await chmod(join(packageFolder, name), 0o700);
    }
    const folders = { packageFolder, sharedFolder: join(folder, 'shared') };
    const dataDir = await preparedDataDir();
    const postgres = await open(dataDir, 'server', { folders });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(folders.sharedFolder)).toEqual([
      expect.stringMatching(/^postgresql-18\./),
    ]);
    // Only the programs are copied; the data is still in DATA_DIR.
    expect(await readdir(join(dataDir, 'postgres'))).toContain('data');
  });
});
