import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { readFileIfAny, writeFileOnce } from './temp-folder.ts';

/**
 * The password of the cluster. It is made before the cluster is, so that two processes which make
 * the same cluster at the same time agree on it.
 */
export async function readOrMakePassword(home: string, clusterExists: boolean): Promise<string> {
  const path = join(home, 'password');
  const password = (await readFileIfAny(path))?.trim();
  if (password) return password;
  if (clusterExists) {
    throw new StartupError(
      `The file ${path} is missing, so the database cannot be opened: bring it back, or move ${home} away to start with an empty database.`,
    );
  }
  return (await writeFileOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim();
}
