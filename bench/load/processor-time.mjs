import { readdir, readFile } from 'node:fs/promises';

/** The unit of times in /proc (ms). https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK = 10;

/** The positions of fields after the name of the program, which may contain spaces. */
const FIELDS = { parent: 1, user: 11, system: 12, userOfEnded: 13, systemOfEnded: 14 };

/**
 * The processor time that a process has used so far (ms), on Linux.
 * @param {number} pid
 * @param {boolean} [withChildren] whether to add the time of its children, also of those that have ended
 */
export async function processorTime(pid, withChildren = false) {
  const own = await statOf(pid);
  if (!own) throw new Error(`The process ${pid} has ended.`);
  let ticks = own.user + own.system;
  if (withChildren) {
    ticks += own.userOfEnded + own.systemOfEnded;
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    for (const stat of await Promise.all(pids.map((each) => statOf(Number(each))))) {
      if (stat?.parent === pid) ticks += stat.user + stat.system;
    }
  }
  return ticks * TICK;
}

/** @param {number} pid undefined is returned if it has ended */
async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const values = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!values) return undefined;
  const entries = Object.entries(FIELDS).map(([name, at]) => [name, Number(values[at])]);
  return /** @type {Record<keyof typeof FIELDS, number>} */ (Object.fromEntries(entries));
}
