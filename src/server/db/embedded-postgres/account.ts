import { readFile } from 'node:fs/promises';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { type Account, run } from './child.ts';

/** Whether this process runs as root. PostgreSQL refuses to run as root, so root needs another account for it. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account that runs PostgreSQL if this process is root and existing data does not determine one. */
export async function unprivilegedAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  // macOS lists the ids of `nobody` as -2.
  return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0
    ? { name: 'nobody', uid: uid >>> 0, gid: gid >>> 0 }
    : { name: 'nobody', uid: 65_534, gid: 65_534 };
}

/**
 * Whether `account` can enter `folder`, and write to it if requested. The check runs a program, because permission bits
 * alone do not decide: ACLs, mounts and namespaces matter too.
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
        `PostgreSQL refuses to run as root, and this system does not let root run it as user ${account.name}; start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
      );
    }
    throw error;
  }
}
