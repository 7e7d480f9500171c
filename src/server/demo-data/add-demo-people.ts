import { eq, sql } from 'drizzle-orm';
import { DEMO_PEOPLE, personByEmail } from '#server/auth/embedded-provider/people.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { DEMO_COMPANIES } from './demo-companies.data.ts';

/** The company of the demo company admin. */
const ADMINISTERED = DEMO_COMPANIES.find(({ slug }) => slug === 'brackenfold');

/**
 * Creates accounts for the people of the demo sign-in at the embedded identity provider, unless the accounts exist.
 * Their email addresses count as verified if the board trusts addresses of this sign-in. If the demo company does not
 * exist, the company admin gets no role.
 */
export async function addDemoPeople(
  db: Database,
  { verified }: { verified: boolean },
): Promise<void> {
  await withActor(db, ACTORS.demoData, async (tx) => {
    const [company] = await tx
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.name, ADMINISTERED?.name ?? ''))
      .orderBy(companies.id)
      .limit(1)
      // Lock the company, so that it is not deleted before its admin exists.
      .for('key share');
    const people = DEMO_PEOPLE.filter(({ role }) => role !== 'companyadmin' || company);
    await tx
      .insert(accounts)
      .values(
        people.map(({ email, role }) => ({
          ...personByEmail(email),
          verified_email: verified ? email : null,
          role,
          company_id: role === 'companyadmin' && company ? company.id : null,
        })),
      )
      .onConflictDoUpdate({
        target: accounts.id,
        set: { verified_email: sql`excluded.verified_email` },
        setWhere: sql`${accounts.verified_email} is distinct from excluded.verified_email`,
      });
  });
}
