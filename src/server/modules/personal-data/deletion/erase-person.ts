import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { markEnded } from '#server/auth/embedded-provider/sessions.ts';
import type { Database } from '#server/db/client.ts';
import { identity_sessions } from '#server/db/identity-tables.ts';
import { PERSONAL_TABLES } from '#server/db/personal-data.ts';
import { account_deletions } from '#server/db/personal-tables.ts';
import { companies } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { lockAccounts } from '#server/modules/accounts/queries.ts';
import { findPerson } from '../queries.ts';

/**
 * The digest of a person's actor key, by which the list of deletions names the person. The key is random, so nobody can
 * guess it.
 */
export function digestKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Deletes an account with everything personal, by the rules in `personal-data.ts`, and adds the person to the list of
 * deletions. Works in the caller's transaction. Returns false if the account does not exist.
 */
export async function erasePerson(tx: Database, id: string): Promise<boolean> {
  // Lock companies before accounts, as the deletion of a company does.
  await tx
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(memberships, eq(memberships.company_id, companies.id))
    .where(eq(memberships.account_id, id))
    .orderBy(asc(companies.id))
    .for('no key update', { of: companies });
  await lockAccounts(tx, [id]);
  const person = await findPerson(tx, id);
  if (!person) return false;
  await tx
    .insert(account_deletions)
    .values({ digest: digestKey(person.key) })
    .onConflictDoNothing();
  await endSignIns(tx, id);
  for (const [name, { rows, erasure }] of Object.entries(PERSONAL_TABLES)) {
    const table = sql.identifier(name);
    if (erasure.by === 'delete') {
      await tx.execute(sql`delete from ${table} where ${(erasure.where ?? rows)(person)}`);
    } else if (erasure.by === 'clear') {
      const columns = erasure.columns.map((column) => sql`${sql.identifier(column)} = null`);
      await tx.execute(
        sql`update ${table} set ${sql.join(columns, sql`, `)} where ${rows(person)}`,
      );
    }
  }
  return true;
}

/**
 * Records that the sessions have ended. If a silent sign-in is in progress, it would otherwise store its session again
 * after the person's rows are deleted.
 */
async function endSignIns(tx: Database, id: string): Promise<void> {
  const sessions = await tx
    .select({ id: identity_sessions.id })
    .from(identity_sessions)
    .where(eq(identity_sessions.user_id, id));
  if (sessions.length > 0) {
    await markEnded(
      tx,
      sessions.map((session) => session.id),
    );
  }
}
