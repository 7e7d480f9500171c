import { eq, inArray } from 'drizzle-orm';
import { mayRemoveUploads } from '#server/content/storage/upload-lock.ts';
import { UPLOADS_PATH, uploadName } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { Database } from '#server/db/client.ts';
import { uploads } from '#server/db/schema.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { ownsCompany } from '#server/modules/teams/queries.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { UNUSED_LOGO_LIFETIME } from '#shared/limits.ts';
import { authorizeUpload } from './policy.ts';
import { listUploads, lockUnusedUploads, lockUploads } from './queries.ts';

/**
 * Stores a logo for a caller who may edit a company. Returns its path.
 * @throws ProblemError 403
 */
export async function addUpload(
  db: Database,
  storage: UploadStorage,
  callerId: string,
  content: Buffer,
): Promise<string> {
  return db.transaction(async (tx) => {
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    authorizeUpload(caller, await ownsCompany(tx, callerId));
    return storeUpload(tx, storage, content);
  });
}

/**
 * Stores a logo under a name that is derived from its content. Returns its path. The row is written before the file. If
 * the same file is being removed, writing the row waits until it is gone, and then the file is stored again.
 */
export async function storeUpload(
  db: Database,
  storage: UploadStorage,
  content: Buffer,
): Promise<string> {
  const name = uploadName(content);
  const touched_at = new Date();
  await db.transaction(async (tx) => {
    await tx
      .insert(uploads)
      .values({ name, touched_at })
      .onConflictDoUpdate({ target: uploads.name, set: { touched_at } });
    await storage.put(name, content);
  });
  return `${UPLOADS_PATH}${name}`;
}

/**
 * Marks uploads as just used, so that they are not removed soon. Call this for uploads that become or no longer are the
 * logo of a company or of the board. Locks their rows until the transaction ends, in the order of their names, so that companies that
 * swap logos cannot deadlock. Returns the paths of missing uploads. Ignores texts that are not paths of uploads.
 */
export async function touchUploads(tx: Database, paths: string[]): Promise<string[]> {
  const named = new Map(
    paths
      .filter((path) => path.startsWith(UPLOADS_PATH))
      .map((path) => [path.slice(UPLOADS_PATH.length), path]),
  );
  if (named.size === 0) return [];
  const names = await lockUploads(tx, [...named.keys()]);
  if (names.length > 0) {
    await tx.update(uploads).set({ touched_at: new Date() }).where(inArray(uploads.name, names));
  }
  return [...named].filter(([name]) => !names.includes(name)).map(([, path]) => path);
}

/**
 * Removes uploads that neither a company nor the board has used for a day, and files without a row that are a day old, such as those left by
 * a crash. Several processes may run this at the same time. During a backup, files that the backup may contain are not
 * removed. `now` is in ms since 1970.
 */
export async function removeUnusedUploads(
  db: Database,
  storage: UploadStorage,
  now = Date.now(),
): Promise<void> {
  const oldest = new Date(now - UNUSED_LOGO_LIFETIME);
  while (await removeSomeUnused(db, storage, oldest)) {
    // Each batch is a separate transaction.
  }
  const known = new Set(await listUploads(db));
  for (const { name, written } of await storage.list()) {
    if (written < oldest.getTime() && !known.has(name)) await removeUnknownFile(db, storage, name);
  }
}

/** The number of uploads that are locked at a time. It is small, because removing a file from a bucket may be slow. */
const REMOVED_AT_ONCE = 50;

/** Removes a batch. Returns whether there may be more. If a file cannot be removed, the rows of the batch stay. */
async function removeSomeUnused(
  db: Database,
  storage: UploadStorage,
  oldest: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await mayRemoveUploads(tx))) return false;
    const names = await lockUnusedUploads(tx, oldest, REMOVED_AT_ONCE);
    if (names.length === 0) return false;
    await tx.delete(uploads).where(inArray(uploads.name, names));
    // Remove the files before the commit. After the commit, someone may already have uploaded the same files again.
    for (const name of names) await storage.remove(name);
    return names.length === REMOVED_AT_ONCE;
  });
}

/**
 * Removes a file without a row. Inserts a row first, which is not committed: it locks the name, so that an upload of
 * the same file waits.
 */
async function removeUnknownFile(
  db: Database,
  storage: UploadStorage,
  name: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await tx
      .insert(uploads)
      .values({ name })
      .onConflictDoNothing()
      .returning({ name: uploads.name });
    if (held.length === 0) return;
    await storage.remove(name);
    await tx.delete(uploads).where(eq(uploads.name, name));
  });
}
