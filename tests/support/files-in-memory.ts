import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

const GIB = 1024 ** 3;

/** The free memory that is required (bytes). A test run uses up to half a GiB. */
const MIN_FREE = 2 * GIB;

/**
 * Puts the temporary files of this process and its children in memory if enough memory is free. The tests create dozens
 * of databases, and each would sync a thousand files to disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = MEMORY;
}

function hasRoom(): boolean {
  // The file system must allow programs to run, because PostgreSQL's programs are copied there.
  const [, , , options] =
    mounts().find(([, folder, type]) => folder === MEMORY && type === 'tmpfs') ?? [];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_FREE && process.availableMemory() >= 2 * MIN_FREE;
}

/** The mounted file systems: source, folder, type and options of each. Empty if the system has no list of them. */
function mounts(): string[][] {
  if (process.platform !== 'linux') return [];
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
}
