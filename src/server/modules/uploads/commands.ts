import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { uploads } from '#server/db/schema.ts';

/** Where uploaded files are served. */
export const UPLOADS_PATH = '/uploads/';

/**
 * Puts off the removal of an uploaded file, for a company that takes it or gives it up. The row stays
 * locked until the transaction ends, so that the file cannot be removed meanwhile. Returns false where
 * the path is one of an upload that is not there; whatever is no upload's path passes.
 */
export async function touchUpload(tx: Database, path: string): Promise<boolean> {
  if (!path.startsWith(UPLOADS_PATH)) return true;
  const touched = await tx
    .update(uploads)
    .set({ touched_at: new Date() })
    .where(eq(uploads.name, path.slice(UPLOADS_PATH.length)))
    .returning({ name: uploads.name });
  return touched.length > 0;
}
