import { and, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { accounts, audit_events } from '#server/db/schema.ts';

const demotion = alias(audit_events, 'demotion');
const later = alias(audit_events, 'later');

/**
 * Restores the role of the company admins who lost it in the transaction that deleted their company. Skips accounts
 * whose role has changed since, or that were deleted.
 */
export async function reinstateAdmins(
  tx: Database,
  deletionId: number,
  companyId: string,
): Promise<{ restored: number; left: string[] }> {
  const wasDemoted = and(
    // Compare in SQL, because the timestamp has a higher resolution than a Date.
    sql`${demotion.at} = (select at from ${audit_events} where id = ${deletionId})`,
    eq(demotion.kind, 'account'),
    sql`${demotion.before} ->> 'company_id' = ${companyId}`,
  );
  const demoted = await tx
    .select({ id: demotion.thing_id })
    .from(demotion)
    .where(wasDemoted)
    .groupBy(demotion.thing_id);
  if (demoted.length === 0) return { restored: 0, left: [] };
  const ids = sql.param(demoted.map(({ id }) => id));
  // Lock the accounts, so that concurrent changes have written their events before the next statement reads events.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`${accounts.id} = any(${ids}::text[])`)
    .orderBy(accounts.id)
    .for('update');
  const restored = await tx
    .update(accounts)
    .set({ role: 'companyadmin', company_id: companyId, updated_at: new Date() })
    .from(demotion)
    .where(
      and(
        wasDemoted,
        eq(accounts.id, demotion.thing_id),
        eq(accounts.role, 'user'),
        notExists(
          tx
            .select({ id: later.id })
            .from(later)
            .where(
              and(
                eq(later.kind, 'account'),
                eq(later.thing_id, demotion.thing_id),
                sql`${later.id} > ${demotion.id}`,
              ),
            ),
        ),
      ),
    )
    .returning({ id: accounts.id });
  const isAdmin = new Set(restored.map(({ id }) => id));
  const left = demoted.map(({ id }) => id).filter((id) => !isAdmin.has(id));
  return { restored: isAdmin.size, left };
}
