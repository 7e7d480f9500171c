import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { canUse, isRoot, unprivilegedAccount } from './account.ts';
import type { Account } from './child.ts';
import { errorLine, ignoreErrors, isDiskFull } from './failures.ts';
import { readFileIfAny, tempName, writeFileOnce } from './temp-folder.ts';

/** Where the cluster stands, and whose it is. */
export type Place = {
  /** DATA_DIR/postgres: the password, the log, and the data where that is possible. */
  home: string;
  /** Holds the data. It is `home`, or the folder that `home/location` names. */
  folder: string;
  /** The user PostgreSQL runs as; undefined for the user of this process. */
  account: Account | undefined;
};

/** Root's data moves here where PostgreSQL's user cannot enter DATA_DIR. */
export const SHARED_FOLDER = '/var/lib/composable-jobs';

/** Finds where the cluster of `dataDir` stands, and prepares the folder on the first start. */
export async function findDataLocation(dataDir: string, sharedFolder: string): Promise<Place> {
  const home = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  await ignoreErrors(['EEXIST'], () => mkdir(home, { mode: 0o700 }), undefined);
  const elsewhere = await readLocation(home);
  const folder = elsewhere ?? home;
  if (!isRoot()) return { home, folder, account: undefined };

  const data = join(folder, 'data');
  const owner = await ignoreErrors(['ENOENT'], () => stat(join(data, 'PG_VERSION')), undefined);
  const account = owner?.uid
    ? { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
    : await unprivilegedAccount();
  await letIn(folder, account);

  if (owner) {
    // A backup that root restored belongs to root.
    if (owner.uid === 0) await giveAway(data, account);
    if (!(await canUse(data, account, 'enter'))) throw unreachable(data, account);
    return { home, folder, account };
  }
  if (elsewhere !== undefined || (await canHoldData(home, account))) {
    return { home, folder, account };
  }
  return { home, folder: await placeElsewhere(home, sharedFolder, account), account };
}

async function readLocation(home: string): Promise<string | undefined> {
  const pointer = join(home, 'location');
  const folder = (await readFileIfAny(pointer))?.trim();
  if (!folder) return undefined;
  const found = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => stat(folder), undefined);
  if (found) return folder;
  throw new StartupError(
    `The data of the database should be in ${folder}, which does not exist: bring it back, or remove ${pointer} to start with an empty database.`,
  );
}

/** Lets PostgreSQL's user pass through a folder of root's, and nobody else. */
async function letIn(folder: string, account: Account): Promise<void> {
  if ((await stat(folder)).uid !== 0) return;
  // Refused by some mounted file systems; whether the folder is of use is tried afterwards.
  await chown(folder, 0, account.gid).catch(() => {});
  await chmod(folder, 0o710).catch(() => {});
}

async function giveAway(data: string, account: Account): Promise<void> {
  for (const name of await readdir(data, { recursive: true })) {
    await lchown(join(data, name), account.uid, account.gid);
  }
  await lchown(data, account.uid, account.gid);
}

async function canHoldData(folder: string, account: Account): Promise<boolean> {
  const probe = join(folder, tempName());
  await mkdir(probe, { mode: 0o700 });
  try {
    await chown(probe, account.uid, account.gid);
    return await canUse(probe, account, 'write');
  } catch (error) {
    if (error instanceof StartupError || isDiskFull(error)) throw error;
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** Makes a folder that everybody may pass through and nobody else may look into. */
export async function makeSharedFolder(path: string): Promise<void> {
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await chmod(path, 0o711);
}

async function placeElsewhere(home: string, shared: string, account: Account): Promise<string> {
  const folder = join(shared, randomBytes(8).toString('hex'));
  try {
    await makeSharedFolder(shared);
    await mkdir(folder, { mode: 0o700 });
    await letIn(folder, account);
  } catch (error) {
    throw unreachable(home, account, `and ${shared} is of no use (${errorLine(error)})`);
  }
  if (!(await canHoldData(folder, account))) {
    await rmdir(folder);
    throw unreachable(home, account, `nor ${shared}`);
  }
  const chosen = (await writeFileOnce(join(home, 'location'), `${folder}\n`)).trim();
  if (chosen !== folder) await rmdir(folder);
  return chosen;
}

function unreachable(folder: string, account: Account, more = ''): StartupError {
  return new StartupError(
    `PostgreSQL refuses to run as root, and user ${account.name}, as whom it runs instead, cannot enter ${folder}${more && `, ${more}`}: let that user pass through the folders above it, or set DATA_DIR to another folder.`,
  );
}
