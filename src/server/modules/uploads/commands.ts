import { eq, inArray } from 'drizzle-orm';
import { mayRemoveUploads } from '#server/content/storage/upload-lock.ts';
import { UPLOADS_PATH, uploadName } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { Database } from '#server/db/client.ts';
import { uploads } from '#server/db/schema.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { UNUSED_LOGO_LIFETIME } from '#shared/constants/limits.ts';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import { listUploads, lockUnusedUploads, lockUploads } from './queries.ts';

/** Stores a logo for somebody who may write companies, and returns its path. @throws ProblemError 403 */
export async function addUpload(
  db: Database,
  storage: UploadStorage,
  callerId: string,
  content: Buffer,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockCaller(tx, callerId, COMPANY_ADMINS);
    return storeUpload(tx, storage, content);
  });
}

/**
 * Keeps a logo as it is drawn under a name that is made from its content, and returns its path. The
 * row comes first: where that very file is being removed, this waits for it and then puts it back.
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
 * Puts off the removal of uploaded files, for a company that takes or gives them up. Their rows stay
 * locked until the transaction ends, so that no file can be removed meanwhile; in the order of their
 * names, so that two who swap files do not wait for each other. Returns the paths of uploads that are
 * not there; whatever is no upload's path is passed over.
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
 * Removes the files that no company has used for a day, and those of a day ago that nothing knows of,
 * such as what a crash left. Several processes may do so at once. While a backup is being made, those that it may
 * hold stay, until the next time. `now` is in ms since 1970.
 */
export async function removeUnusedUploads(
  db: Database,
  storage: UploadStorage,
  now = Date.now(),
): Promise<void> {
  const oldest = new Date(now - UNUSED_LOGO_LIFETIME);
  while (await removeSomeUnused(db, storage, oldest)) {
    // The next ones, in a transaction of their own.
  }
  const known = new Set(await listUploads(db));
  for (const { name, written } of await storage.list()) {
    if (written < oldest.getTime() && !known.has(name)) await removeUnknownFile(db, storage, name);
  }
}

/** So many are locked at once (uploads), for a bucket may take its time for each. */
const REMOVED_AT_ONCE = 50;

/** Whether there may be more. Where a file cannot be removed, those of this round are kept in the table. */
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
    // Before others see that the rows are gone, and may put the files back.
    for (const name of names) await storage.remove(name);
    return names.length === REMOVED_AT_ONCE;
  });
}

/** Holds the name meanwhile, as a row that nobody else gets to see: an upload of that file waits. */
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
