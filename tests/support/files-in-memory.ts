import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

const GIB = 1024 ** 3;

/** The free memory that this requires (bytes). A test run uses up to half a GiB. */
const MIN_FREE = 2 * GIB;

/**
 * Moves the temporary files of this process and its children to memory if enough is free. The tests create dozens of
 * databases, each with a thousand files that would be synced to disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = MEMORY;
}

function hasRoom(): boolean {
  // Copies of PostgreSQL's programs must be executable there.
  const [, , , options] =
    mounts().find(([, folder, type]) => folder === MEMORY && type === 'tmpfs') ?? [];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_FREE && process.availableMemory() >= 2 * MIN_FREE;
}

/** The mounted file systems with source, folder, type and options; empty if the system does not list them. */
function mounts(): string[][] {
  if (process.platform !== 'linux') return [];
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
}
