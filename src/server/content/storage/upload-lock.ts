import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';

/**
 * Takes a shared advisory lock, which prevents the removal of uploads until the connection ends. Waits for a removal in
 * progress. Writes of uploads and companies do not need this lock, so they are never blocked.
 */
export async function holdUploadLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.uploads]);
}

/** Tries to take the lock exclusively until the transaction ends. Returns false if another process holds it. */
export async function mayRemoveUploads(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.uploads}) as may`,
  );
  return rows[0]?.may ?? false;
}
