import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { DEMO_PEOPLE, personByEmail } from '#server/identity/embedded-provider/people.ts';
import { DEMO_COMPANIES } from './demo-companies.ts';

/**
 * Gives the people whom the embedded identity provider offers their accounts, where they have none.
 * The company admin's is a demo company, else the first there is; without any there is no company
 * admin, for the role is never held without a company.
 */
export async function addDemoPeople(db: Database): Promise<void> {
  const demo = DEMO_COMPANIES[0]?.name ?? '';
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .orderBy(sql`${companies.name} <> ${demo}`, companies.id)
    .limit(1);
  const people = DEMO_PEOPLE.filter(({ role }) => role !== 'companyadmin' || company);
  await db
    .insert(accounts)
    .values(
      people.map(({ email, role }) => ({
        ...personByEmail(email),
        role,
        company_id: role === 'companyadmin' && company ? company.id : null,
      })),
    )
    .onConflictDoNothing();
}
