import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/cursor.ts';

const columns = {
  id: companies.id,
  name: companies.name,
  description: companies.description,
  website: companies.website,
  logo: companies.logo,
};

export type CompanyRow = typeof companies.$inferSelect;
export type PublicCompanyRow = Pick<CompanyRow, keyof typeof columns>;

/** Written as the index `companies_by_name` has it, and the same whatever the database's locale. */
const name = sql`${companies.name} collate "und-x-icu"`;

/** One row more than `limit` where the list goes on. */
export async function listCompanies(
  db: Database,
  { limit, after }: { limit: number; after: Cursor | undefined },
): Promise<PublicCompanyRow[]> {
  return db
    .select(columns)
    .from(companies)
    .where(after && sql`(${name}, ${companies.id}) > (${after.key}, ${after.id}::uuid)`)
    .orderBy(name, companies.id)
    .limit(limit + 1);
}

export async function findCompany(db: Database, id: string): Promise<PublicCompanyRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.select(columns).from(companies).where(eq(companies.id, id));
  return row;
}
