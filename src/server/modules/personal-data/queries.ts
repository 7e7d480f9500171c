import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import type { Person } from '#server/db/personal-data.ts';
import { actors } from '#server/db/personal-tables.ts';
import { companies } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { listProvenEmails } from '#server/modules/accounts/queries.ts';

/** Lists the companies whose only owner is this person. */
export async function listSoleOwned(db: Database, accountId: string) {
  const other = alias(memberships, 'other');
  return db
    .select({ id: companies.id, name: companies.name, logo: companies.logo })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.company_id))
    .where(
      and(
        eq(memberships.account_id, accountId),
        eq(memberships.role, 'owner'),
        notExists(
          db
            .select({ id: other.id })
            .from(other)
            .where(
              and(
                eq(other.company_id, memberships.company_id),
                eq(other.role, 'owner'),
                sql`${other.account_id} <> ${accountId}`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(companies.name), asc(companies.id));
}

/**
 * Reads the values by which a person's rows are found in the tables. Only email addresses that the person has proven
 * count: otherwise, people could enter another person's address, and get or delete that person's data. The address that
 * proves a claim does not count: it may be a mailbox that a company shares.
 */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [actor] = await db.select().from(actors).where(eq(actors.account_id, id));
  if (!actor) return undefined;
  return { id, key: actor.key, emails: await listProvenEmails(db, id) };
}
