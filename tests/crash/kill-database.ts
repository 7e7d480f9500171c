import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostmaster, isPostmaster } from '#server/db/embedded-postgres/postmaster.ts';
import { ignoreErrors } from '#server/platform/files.ts';

/** Sends SIGKILL to the postmaster and all its processes at once, before they can notify each other. */
export async function killDatabase(dataFolder: string): Promise<void> {
  const postmaster = await findPostmaster(dataFolder);
  if (!postmaster) return;
  for (const pid of [postmaster.pid, ...(await childrenOf(postmaster.pid))]) {
    // The process may have ended before the signal.
    await ignoreErrors(['ESRCH'], async () => process.kill(pid, 'SIGKILL'), false);
  }
  while (await isPostmaster(postmaster.pid, dataFolder)) await pause(1);
}

async function childrenOf(parent: number): Promise<number[]> {
  const processes = process.platform === 'linux' ? await processesOfLinux() : processesByPs();
  return processes.flatMap(({ pid, parent: its }) => (its === parent ? [pid] : []));
}

type Process = { pid: number; parent: number };

/** Reads `/proc`, because small images have no `ps`. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
async function processesOfLinux(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  return Promise.all(
    pids.map(async (pid) => {
      const gone = ['ENOENT', 'ESRCH'];
      const line = await ignoreErrors(gone, () => readFile(`/proc/${pid}/stat`, 'utf8'), '');
      // The process state and the parent's id follow the program's name, which may contain any character.
      return { pid, parent: Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
}

function processesByPs(): Process[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}
