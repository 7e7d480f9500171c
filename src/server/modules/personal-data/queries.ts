import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';

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
