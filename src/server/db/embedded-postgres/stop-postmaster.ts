import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './failures.ts';
import { findPostmaster, isPostmaster } from './postmaster.ts';

const POLL_MS = 5;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

/** Stops the PostgreSQL that runs on `dataFolder`, if any, and waits until it is gone. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = await findPostmaster(dataFolder);
  if (!postmaster) return;
  const { pid } = postmaster;
  // Fast: open sessions are ended, and everything is written out.
  signal(pid, 'SIGINT');
  if (await isGone(pid, dataFolder, FAST_STOP_MS)) return;
  // Immediate: nothing is lost, but the next start has to recover.
  signal(pid, 'SIGQUIT');
  await isGone(pid, dataFolder, IMMEDIATE_STOP_MS);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function isGone(pid: number, dataFolder: string, within: number): Promise<boolean> {
  const end = Date.now() + within;
  while (Date.now() < end) {
    if (!(await isPostmaster(pid, dataFolder))) return true;
    await sleep(POLL_MS);
  }
  return false;
}
