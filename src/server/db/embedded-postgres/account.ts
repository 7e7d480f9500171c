import { spawn } from 'node:child_process';
import { ignoreErrors } from '#server/platform/files.ts';

/** A system user that PostgreSQL runs as. */
export type Account = { name: string; uid: number; gid: number };

/** The account that runs PostgreSQL if this process is root and no existing data belongs to another account. */
export const NOBODY: Account =
  process.platform === 'darwin'
    ? { name: 'nobody', uid: -2 >>> 0, gid: -2 >>> 0 }
    : { name: 'nobody', uid: 65_534, gid: 65_534 };

/** Whether this process runs as root. PostgreSQL refuses to run as root, so another account must run it. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The spawn options of PostgreSQL's programs, which run as `account` or as the user of this process. Only PATH is
 * passed on from the environment, because variables such as PGDATA, PGPORT or LD_LIBRARY_PATH would change what the
 * programs do.
 */
export function spawnOptions(account: Account | undefined) {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return account ? { env, uid: account.uid, gid: account.gid } : { env };
}

/** Runs a program as `account` until it ends. Rejects only if the program cannot be started. */
export function run(
  program: string,
  args: string[],
  { account, cwd = '/' }: { account?: Account | undefined; cwd?: string } = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...spawnOptions(account),
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Whether `account` can enter `folder`. The check runs a program: permission bits do not suffice, because ACLs, mounts
 * and namespaces matter too.
 */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  const enter = () => run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { account });
  // Some containers do not let root change its user.
  const result = await ignoreErrors(['EPERM', 'EINVAL'], enter, undefined);
  return result?.code === 0;
}
