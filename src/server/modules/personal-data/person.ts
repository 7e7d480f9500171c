import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Person } from '#server/db/personal-data.ts';
import { actors } from '#server/db/personal-tables.ts';

/**
 * Reads by what a person is found in the tables. Only addresses that the person has proven count: by an address that they
 * have merely entered, they would get or delete another person's data.
 */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [actor] = await db.select().from(actors).where(eq(actors.account_id, id));
  if (!actor) return undefined;
  const { rows } = await db.execute<{ email: string }>(sql`
    select verified_email as email from accounts where id = ${id}
    union select verified_email from identity_links where user_id = ${id}
    union select proven_email from company_claims where account_id = ${id}`);
  return { id, key: actor.key, emails: rows.flatMap(({ email }) => email ?? []) };
}
