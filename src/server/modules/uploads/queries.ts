import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { UPLOADS_PATH } from '#server/content/storage/upload-name.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { company_merges } from '#server/db/merge-tables.ts';
import { companies, uploads } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { PICTURE_SETTINGS } from '#shared/domain/board-settings.ts';

export async function listUploads(db: Database): Promise<string[]> {
  const rows = await db.select({ name: uploads.name }).from(uploads);
  return rows.map(({ name }) => name);
}

/** Locks the existing uploads with these names in order, until the transaction ends. Returns their names. */
export async function lockUploads(tx: Database, names: string[]): Promise<string[]> {
  const rows = await tx
    .select({ name: uploads.name })
    .from(uploads)
    .where(inArray(uploads.name, names))
    .orderBy(uploads.name)
    .for('update');
  return rows.map(({ name }) => name);
}

/**
 * Locks some uploads until the transaction ends: those that neither a company nor the board uses and that nobody has touched since `oldest`.
 * Skips locked rows, which another transaction is using or removing, so that it never waits for a lock while it
 * holds others.
 */
export async function lockUnusedUploads(
  tx: Database,
  since: Date,
  limit: number,
): Promise<string[]> {
  const users = tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.logo, sql`${UPLOADS_PATH} || ${uploads.name}`));
  // New companies that wait for their approval. They use their logos.
  const registrations = tx
    .select({ id: company_claims.id })
    .from(company_claims)
    .where(sql`${company_claims.registration} ->> 'logo' = ${UPLOADS_PATH} || ${uploads.name}`);
  // Companies that were merged. They still use their logos, because a merge can be undone.
  const merges = tx
    .select({ id: company_merges.id })
    .from(company_merges)
    .where(eq(company_merges.logo, sql`${UPLOADS_PATH} || ${uploads.name}`));
  // The logos and icons of the board.
  const pictures = PICTURE_SETTINGS.map((name) => sql`${board_settings.values} ->> ${name}::text`);
  const settings = tx
    .select({ version: board_settings.version })
    .from(board_settings)
    .where(sql`${UPLOADS_PATH} || ${uploads.name} in (${sql.join(pictures, sql`, `)})`);
  const rows = await tx
    .select({ name: uploads.name })
    .from(uploads)
    .where(
      and(
        lt(uploads.touched_at, since),
        notExists(users),
        notExists(registrations),
        notExists(merges),
        notExists(settings),
      ),
    )
    .limit(limit)
    .for('update', { of: uploads, skipLocked: true });
  return rows.map(({ name }) => name);
}
