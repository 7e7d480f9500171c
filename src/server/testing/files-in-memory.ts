import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

const GIB = 1024 ** 3;

/** A run of the tests has half a GiB there at most. */
const ROOM = 2 * GIB;

/**
 * Has the temporary files of this process, and of those that it starts, in memory where there is
 * plenty: each of dozens of databases is a thousand files, synced to disk, and gone a second later.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = MEMORY;
}

function hasRoom(): boolean {
  // Copies of PostgreSQL's programs are to run from there.
  const [, , , options] =
    mounts().find(([, folder, type]) => folder === MEMORY && type === 'tmpfs') ?? [];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM && process.availableMemory() >= 2 * ROOM;
}

/** Each with its source, folder, type and options; none where the system does not tell. */
function mounts(): string[][] {
  if (process.platform !== 'linux') return [];
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
}
