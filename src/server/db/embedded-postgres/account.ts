import { readFile } from 'node:fs/promises';
import { StartupError } from '#server/platform/errors.ts';
import { type Account, run } from './child.ts';
import { errorCode } from './failures.ts';

/** PostgreSQL refuses to run as root, so that root needs another account for it. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account PostgreSQL gets where this process is root and no data has an owner yet. */
export async function unprivilegedAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  // macOS writes nobody's ids as -2.
  return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0
    ? { name: 'nobody', uid: uid >>> 0, gid: gid >>> 0 }
    : { name: 'nobody', uid: 65_534, gid: 65_534 };
}

/**
 * Whether `account` may enter `folder`, and write in it where that is asked. It really tries, for
 * the mode bits of the folders above are not all there is to it (ACLs, mounts, namespaces).
 */
export async function canUse(
  folder: string,
  account: Account,
  use: 'enter' | 'write',
): Promise<boolean> {
  const script = use === 'write' ? 'cd -- "$1" && : > probe' : 'cd -- "$1"';
  try {
    const { code } = await run('/bin/sh', ['-c', script, 'sh', folder], { account, cwd: '/' });
    return code === 0;
  } catch (error) {
    if (['EPERM', 'EINVAL'].includes(errorCode(error) ?? '')) {
      throw new StartupError(
        `PostgreSQL refuses to run as root, and this system does not let root run it as user ${account.name}: start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
      );
    }
    throw error;
  }
}
