import { spawn } from 'node:child_process';

/** A system user that PostgreSQL runs as. */
export type Account = { name: string; uid: number; gid: number };

/** The exit code and the output of a finished program. */
export type Finished = { code: number | null; output: string };

/**
 * The environment of PostgreSQL's programs. Only PATH is passed on: a PGDATA, PGPORT or LD_LIBRARY_PATH from this
 * process's environment would change their behavior.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** The spawn options that run a child as `account`; empty for this process's own user. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Runs a program as `account` until it ends. Rejects only if it cannot be started. */
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
