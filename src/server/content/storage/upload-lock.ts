import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Database } from '#server/db/client.ts';

/** Any number will do, so long as every process of every version takes the same. */
const KEPT_LOCK = 7_206_014;

/**
 * Keeps every uploaded file that has a row, from the moment this resolves until the connection ends; a removal that
 * is going on is waited for. Uploads and companies wait for none of this: only who removes asks for that lock.
 */
export async function holdUploadLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [KEPT_LOCK]);
}

/** Whether the transaction may remove uploads, until it ends: not while somebody keeps or removes them. */
export async function mayRemoveUploads(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`select pg_try_advisory_xact_lock(${KEPT_LOCK}) as may`,
  );
  return rows[0]?.may ?? false;
}
