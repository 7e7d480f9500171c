import { chown, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import type { Binaries } from './binaries.ts';
import { run } from './child.ts';
import { BOARD, type Cluster } from './cluster.ts';
import { diskFull, ignoreErrors, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { buildFolder, readFileIfAny } from './temp-folder.ts';

/** Whether there is a cluster in `dataFolder`; fails where it cannot be used by this PostgreSQL. */
export async function clusterExists(dataFolder: string, major: number): Promise<boolean> {
  const version = (await readFileIfAny(join(dataFolder, 'PG_VERSION')))?.trim();
  if (version === String(major)) return true;
  if (version !== undefined) {
    throw new StartupError(
      `The data in ${dataFolder} was made by PostgreSQL ${version} and cannot be read by PostgreSQL ${major}, which is installed: dump it with the earlier version, or set DATA_DIR to another folder.`,
    );
  }
  const content = await ignoreErrors(['ENOENT'], () => readdir(dataFolder), []);
  if (content.length === 0) return false;
  throw new StartupError(
    `The folder ${dataFolder} is not empty, yet holds no database: move it away, or set DATA_DIR to another folder.`,
  );
}

/** Makes the cluster with initdb. Where another process makes it at the same time, one stays. */
export async function makeCluster(cluster: Cluster, binaries: Binaries): Promise<void> {
  const { account, dataFolder } = cluster;
  await buildFolder(dataFolder, async (staging) => {
    // The password's own file is not for PostgreSQL's user to read.
    const passwordFile = join(staging, 'password');
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
    if (account) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(staging, account.uid, account.gid);
    }
    const { code, output } = await run(
      binaries.initdb,
      [
        `--pgdata=${join(staging, 'new')}`,
        `--username=${BOARD}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // C.UTF-8 folds the case of all letters, where plain C knows only a to z.
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        '--data-checksums',
        '--no-instructions',
      ],
      { account, cwd: staging },
    );
    if (code === 0) return;
    if (isDiskFull(output)) throw diskFull(dirname(dataFolder));
    throw new StartupError(
      `The database could not be made in ${dataFolder}: ${lastMeaningfulLine(output) || `initdb ended with ${code}`}.`,
    );
  });
}
