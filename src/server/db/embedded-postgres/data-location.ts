import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import { type Account, canEnter, isRoot, NOBODY } from './account.ts';
import { errorLine } from './failures.ts';
import { writeFileOnce } from './temp-folder.ts';

/** Where the cluster is stored, and which user owns it. */
export type DataLocation = {
  /** The folder DATA_DIR/postgres, with the password, the log and, if possible, the data. */
  home: string;
  /** The folder that contains the data: `home`, or the folder named in `home/location`. */
  folder: string;
  /** The user that runs PostgreSQL; undefined for the user of this process. */
  account: Account | undefined;
};

/** The folder for the data if root starts the board and PostgreSQL's user cannot enter DATA_DIR. */
export const SHARED_FOLDER = '/var/lib/composable-jobs';

/** Finds where the cluster of `dataDir` is stored. Prepares the folder at the first start. */
export async function findDataLocation(
  dataDir: string,
  sharedFolder: string,
): Promise<DataLocation> {
  const home = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  await ignoreErrors(['EEXIST'], () => mkdir(home, { mode: 0o700 }), undefined);
  const otherFolder = await readLocation(home);
  const folder = otherFolder ?? home;
  if (!isRoot()) return { home, folder, account: undefined };

  const data = join(folder, 'data');
  const owner = await ignoreErrors(['ENOENT'], () => stat(join(data, 'PG_VERSION')), undefined);
  const account = owner?.uid
    ? { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
    : NOBODY;
  await grantEntry(folder, account);

  if (owner) {
    // If root has restored a backup, the data belongs to root and needs its owner back.
    if (owner.uid === 0) await changeOwner(data, account);
    if (!(await canEnter(data, account))) throw noAccess(data, account);
    return { home, folder, account };
  }
  if (otherFolder !== undefined || (await canEnter(home, account))) {
    return { home, folder, account };
  }
  return { home, folder: await createSharedLocation(home, sharedFolder, account), account };
}

async function readLocation(home: string): Promise<string | undefined> {
  const pointer = join(home, 'location');
  const folder = (await readFileIfAny(pointer))?.trim();
  if (!folder) return undefined;
  const stats = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => stat(folder), undefined);
  if (stats) return folder;
  throw new StartupError(
    `The data of the database should be in ${folder}, which does not exist; restore it, or remove ${pointer} to start with an empty database.`,
  );
}

/** Lets PostgreSQL's user, but no other user, traverse a folder that belongs to root. */
async function grantEntry(folder: string, account: Account): Promise<void> {
  if ((await stat(folder)).uid !== 0) return;
  // Some mounted file systems refuse these calls. A later check decides whether the folder is usable.
  await chown(folder, 0, account.gid).catch(() => {});
  await chmod(folder, 0o710).catch(() => {});
}

async function changeOwner(data: string, account: Account): Promise<void> {
  for (const name of await readdir(data, { recursive: true })) {
    await lchown(join(data, name), account.uid, account.gid);
  }
  await lchown(data, account.uid, account.gid);
}

/** Creates a folder that everyone can traverse but only its owner can list. */
export async function makeSharedFolder(path: string): Promise<void> {
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await chmod(path, 0o711);
}

async function createSharedLocation(
  home: string,
  shared: string,
  account: Account,
): Promise<string> {
  const folder = join(shared, randomBytes(8).toString('hex'));
  try {
    await makeSharedFolder(shared);
    await mkdir(folder, { mode: 0o700 });
    await grantEntry(folder, account);
    if (!(await canEnter(folder, account))) throw new Error('no access');
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw noAccess(home, account, `and ${shared} is not usable (${errorLine(error)})`);
  }
  const chosen = (await writeFileOnce(join(home, 'location'), `${folder}\n`)).trim();
  if (chosen !== folder) await rmdir(folder);
  return chosen;
}

function noAccess(folder: string, account: Account, more = ''): StartupError {
  return new StartupError(
    `PostgreSQL refuses to run as root, and user ${account.name}, which runs it instead, cannot enter ${folder}${more && `, ${more}`}; let that user traverse the folders above it, start as an ordinary user, or set DATA_DIR to another folder.`,
  );
}
