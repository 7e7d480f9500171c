import { chown, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import type { Binaries } from './binaries.ts';
import { run } from './child.ts';
import { BOARD, type Cluster } from './cluster.ts';
import { diskFull, isDiskFull, lastMeaningfulLine } from './failures.ts';
import { buildFolder } from './temp-folder.ts';

/**
 * Whether `dataFolder` contains a cluster.
 * @throws StartupError if it contains anything that this PostgreSQL cannot use
 */
export async function clusterExists(dataFolder: string, major: number): Promise<boolean> {
  const version = (await readFileIfAny(join(dataFolder, 'PG_VERSION')))?.trim();
  if (version === String(major)) return true;
  if (version !== undefined) {
    throw new StartupError(
      `The data in ${dataFolder} was created by PostgreSQL ${version} and cannot be read by the installed PostgreSQL ${major}; dump it with the earlier version, or set DATA_DIR to another folder.`,
    );
  }
  const content = await ignoreErrors(['ENOENT'], () => readdir(dataFolder), []);
  if (content.length === 0) return false;
  throw new StartupError(
    `The folder ${dataFolder} is not empty but contains no database; move it away, or set DATA_DIR to another folder.`,
  );
}

/** Creates the cluster with initdb. If two processes create it at once, one of the results is discarded. */
export async function makeCluster(cluster: Cluster, binaries: Binaries): Promise<void> {
  const { account, dataFolder } = cluster;
  await buildFolder(dataFolder, async (temporary) => {
    // A copy of the password, because PostgreSQL's user cannot read the original file.
    const passwordFile = join(temporary, 'password');
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
    if (account) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(temporary, account.uid, account.gid);
    }
    const { code, output } = await run(
      binaries.initdb,
      [
        `--pgdata=${join(temporary, 'new')}`,
        `--username=${BOARD}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // C.UTF-8 maps the case of all letters; plain C maps only a to z.
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        '--data-checksums',
        '--no-instructions',
      ],
      { account, cwd: temporary },
    );
    if (code === 0) return;
    if (isDiskFull(output)) throw diskFull(dirname(dataFolder));
    throw new StartupError(
      `The database in ${dataFolder} could not be created: ${lastMeaningfulLine(output) || `initdb ended with ${code}`}.`,
    );
  });
}
