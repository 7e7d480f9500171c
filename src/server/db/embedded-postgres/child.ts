import { spawn } from 'node:child_process';

/** A system user that PostgreSQL runs as. */
export type Account = { name: string; uid: number; gid: number };

/** What a finished program said. */
export type Finished = { code: number | null; output: string };

/**
 * The whole environment of PostgreSQL's programs. Nothing of ours is passed on but PATH: a PGDATA,
 * PGPORT or LD_LIBRARY_PATH that happens to be set would change what they do.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** The part of the spawn options that makes a child run as `account`; none for our own user. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Runs a program to its end, as `account`. Rejects only where it cannot be run at all. */
export function run(
  program: string,
  args: string[],
  options: { account: Account | undefined; cwd: string },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asAccount(options.account),
      cwd: options.cwd,
      env: childEnvironment(),
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
